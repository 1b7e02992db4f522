BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
CREATE TABLE forks (
	"key" VARCHAR(32) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	source VARCHAR(160) NOT NULL, 
	tree TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	CONSTRAINT pk_forks PRIMARY KEY ("key")
);
CREATE TABLE "log" (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	move INTEGER NOT NULL, 
	action_id VARCHAR(128) NOT NULL, 
	time FLOAT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY ("match", number), 
	CONSTRAINT fk_log_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT uq_log_match_seat_action_id UNIQUE ("match", seat, action_id)
);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',1,1,'sit',0,'sit:WyaczTnXfOClu-OHe4SjTw',1.79503450367380857472e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',2,0,'move',0,'move-0',1.79503450371124124527e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',3,1,'move',0,'move-1',1.79503450375000333789e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',4,0,'move',155,'move-2',1.79503450378073358536e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',5,0,'move',28,'move-3',1.79503450383791685104e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',6,0,'move',282,'move-4',1.79503450386639380447e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',7,0,'move',4,'move-5',1.79503450388864684104e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',8,1,'move',407,'move-6',1.79503450393011307721e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',9,1,'move',534,'move-7',1.79503450395971655842e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',10,1,'move',275,'move-8',1.79503450398107147214e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',11,1,'move',4,'move-9',1.79503450400003147129e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',12,0,'move',1,'move-10',1.79503450401589369775e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',13,1,'move',0,'move-11',1.7950345040602247715e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',14,0,'move',283,'move-12',1.79503450412278962138e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',15,0,'move',414,'move-13',1.79503450415731787676e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',16,0,'move',21,'move-14',1.79503450418684625628e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',17,0,'move',4,'move-15',1.79503450421316576007e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',18,1,'move',409,'move-16',1.7950345042912642956e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',19,1,'move',532,'move-17',1.79503450431599736211e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',20,1,'move',525,'move-18',1.79503450433904027938e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',21,1,'move',4,'move-19',1.79503450440130376815e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',22,0,'move',0,'move-20',1.79503450442458820342e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',23,1,'move',0,'move-21',1.79503450447433757783e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',24,0,'move',140,'move-22',1.79503450450788664813e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',25,0,'move',402,'move-23',1.79503450451928806301e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',26,0,'move',287,'move-24',1.79503450453462052348e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',27,0,'move',4,'move-25',1.79503450458011770251e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',28,1,'move',287,'move-26',1.79503450463166499143e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',29,1,'move',38,'move-27',1.79503450466426300998e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',30,1,'move',420,'move-28',1.79503450475889611247e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',31,1,'move',4,'move-29',1.79503450478335046767e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',32,0,'move',0,'move-30',1.79503450479580211641e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',33,1,'move',1,'move-31',1.79503450481587958336e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',34,0,'move',395,'move-32',1.79503450484590816498e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',35,0,'move',268,'move-33',1.79503450491301608086e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',36,0,'move',148,'move-34',1.79503450499160552029e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',37,0,'move',4,'move-35',1.79503450505595016483e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',38,1,'move',37,'move-36',1.7950345051187391281e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',39,1,'move',549,'move-37',1.79503450520350646977e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',40,1,'move',528,'move-38',1.79503450527172231671e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',41,1,'move',4,'move-39',1.79503450533157300943e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',42,0,'move',1,'move-40',1.79503450534834313391e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',43,1,'move',0,'move-41',1.79503450537855029113e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',44,0,'move',527,'move-42',1.79503450540643787387e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',45,0,'move',541,'move-43',1.79503450554876780513e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',46,0,'move',326,'move-44',1.79503450561365127556e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',47,0,'move',4,'move-45',1.79503450565226793287e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',48,1,'move',43,'move-46',1.79503450572701215744e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',49,1,'move',540,'move-47',1.7950345058113567829e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',50,1,'move',148,'move-48',1.79503450585055732719e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',51,1,'move',4,'move-49',1.79503450588017272947e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',52,0,'move',1,'move-50',1.79503450595879435539e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',53,1,'move',0,'move-51',1.7950345060104119778e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',54,0,'move',164,'move-52',1.79503450604998016351e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',55,0,'move',141,'move-53',1.79503450606291890139e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',56,0,'move',68,'move-54',1.79503450608231520648e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',57,0,'move',4,'move-55',1.79503450610676169394e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',58,1,'move',579,'move-56',1.79503450631675696372e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',59,1,'move',44,'move-57',1.79503450640291142468e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',60,1,'move',82,'move-58',1.7950345064991502762e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',61,1,'move',4,'move-59',1795034506.59066);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',62,0,'move',1,'move-60',1.79503450661991024017e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',63,1,'move',1,'move-61',1.79503450663376283645e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',64,0,'move',580,'move-62',1.79503450673896956446e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',65,0,'move',189,'move-63',1.79503450679491853708e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',66,0,'move',195,'move-64',1.79503450684295797349e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',67,0,'move',4,'move-65',1.79503450688630843169e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',68,1,'move',80,'move-66',1.79503450694731807703e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',69,1,'move',580,'move-67',1.79503450700078153604e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',70,1,'move',326,'move-68',1.79503450708698225014e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',71,1,'move',4,'move-69',1.7950345071501986981e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',72,0,'move',0,'move-70',1.79503450726878452303e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',73,1,'move',1,'move-71',1.79503450736719655993e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',74,0,'move',190,'move-72',1795034507.41672);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',75,0,'move',201,'move-73',1.79503450746425962441e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',76,0,'move',62,'move-74',1.79503450749463725087e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',77,0,'move',4,'move-75',1.79503450753273344035e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',78,1,'move',194,'move-76',1.79503450759265661233e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',79,1,'move',573,'move-77',1.79503450766731786729e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',80,1,'move',448,'move-78',1.79503450770860099794e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',81,1,'move',4,'move-79',1.7950345077771880627e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',82,0,'move',0,'move-80',1.79503450783369898798e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',83,1,'move',0,'move-81',1.79503450790232777596e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',84,0,'move',196,'move-82',1.79503450800338959698e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',85,0,'move',607,'move-83',1.7950345081546244621e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',86,0,'move',4,'move-84',1.79503450819459080701e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',87,1,'move',481,'move-85',1.79503450824111056328e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',88,1,'move',228,'move-86',1.79503450827102661131e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',89,1,'move',4,'move-87',1.79503450832031559948e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',90,0,'move',1,'move-88',1.79503450834088969234e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',91,1,'move',1,'move-89',1.79503450836296510697e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',92,0,'move',97,'move-90',1.79503450838214564325e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',93,0,'move',102,'move-91',1.79503450843846702571e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',94,0,'move',4,'move-92',1.79503450846128249172e+09);
INSERT INTO "log" VALUES('-SAI_g5tW6efCbZKsz8Lfg',95,1,'move',4,'move-93',1.79503450849320077891e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',1,1,'sit',0,'sit:WyaczTnXfOClu-OHe4SjTw',1.79503450855782127376e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',2,0,'move',1,'move-0',1.79503450858602452274e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',3,0,'move',12,'move-1',1.7950345086026830673e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',4,0,'move',37,'move-2',1.79503450862907743459e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',5,0,'move',0,'move-3',1.79503450864501833917e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',6,1,'move',1,'move-4',1.79503450866475868221e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',7,1,'move',14,'move-5',1.79503450867471241953e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',8,1,'move',42,'move-6',1.79503450868475151061e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',9,1,'move',0,'move-7',1.79503450869512820239e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',10,0,'move',8,'move-8',1.79503450870372962947e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',11,0,'move',43,'move-9',1.79503450871157979964e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',12,0,'move',0,'move-10',1.79503450871903729433e+09);
INSERT INTO "log" VALUES('wz173DXCG-U-Rx8Bt_XzCg',13,1,'move',4,'move-11',1.79503450873909306531e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',1,1,'sit',0,'sit:WyaczTnXfOClu-OHe4SjTw',1.79503450894836950307e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',2,0,'move',4,'move-0',1.79503450912993526462e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',3,1,'move',4,'move-1',1.79503450914084410668e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',4,1,'move',13,'move-2',1.79503450915113401415e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',5,1,'move',149,'move-3',1.79503450916096854213e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',6,0,'move',13,'move-4',1.79503450916804504393e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',7,0,'move',11,'move-5',1.79503450917479443543e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',8,0,'move',12,'move-6',1.79503450918245959283e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',9,0,'move',149,'move-7',1.79503450919209909435e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',10,1,'move',48,'move-8',1.79503450920443654061e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',11,1,'move',149,'move-9',1.79503450921362733838e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',12,0,'move',49,'move-10',1.79503450922028589251e+09);
INSERT INTO "log" VALUES('LuJY-vy8oPmf5zF1f0UuOA',13,0,'move',32,'move-11',1.79503450922675800325e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',1,1,'sit',0,'sit:WyaczTnXfOClu-OHe4SjTw',1.79503450924796819688e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',2,1,'move',83,'move-0',1.79503450926168608668e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',3,1,'move',93,'move-1',1.79503450926806569099e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',4,0,'move',84,'move-2',1.79503450927311587336e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',5,0,'move',94,'move-3',1.79503450929414486887e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',6,1,'move',1,'move-4',1.79503450932707262041e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',7,1,'move',14,'move-5',1.7950345093712239265e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',8,1,'move',27,'move-6',1.79503450941797137261e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',9,1,'move',38,'move-7',1.79503450953057265278e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',10,1,'move',35,'move-8',1.79503450958401274684e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',11,1,'move',58,'move-9',1.79503450965256881712e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',12,1,'move',126,'move-10',1.79503450970737648013e+09);
INSERT INTO "log" VALUES('bCcqRRpmjcF8OidUjvYmjg',13,0,'move',3,'move-11',1.79503450973637461657e+09);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	rules INTEGER NOT NULL, 
	facts VARCHAR(16) NOT NULL, 
	seats INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	salt TEXT NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	invite VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	stage VARCHAR(8) NOT NULL, 
	actors TEXT NOT NULL, 
	scores TEXT, 
	winners TEXT, start TEXT, hints VARCHAR(16) DEFAULT 'against_bots' NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_invite UNIQUE (invite)
);
INSERT INTO "matches" VALUES('-SAI_g5tW6efCbZKsz8Lfg','yaxha',1,'',2,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','190763995166685853013385465849416687273','8d4f1005598ac80ca7af33626f3be65d','MR7Pd-7FlDdWj3tmbe82jQ','NYbb2asIUGgQ8LegIiGCIw',1.79503450362972164153e+09,1.79503450849320077891e+09,95,'over','[]','[45, 38]','[0]',NULL,'against_bots');
INSERT INTO "matches" VALUES('wz173DXCG-U-Rx8Bt_XzCg','maya',2,'',2,'{"areas": "usual", "variant": "none", "edition": "es-2021", "joining": "connected", "start": "first"}','40609818239141069458621378059122811046','427575867c99e6b0e3ca83e9f10e1581','MR7Pd-7FlDdWj3tmbe82jQ','ck7nPGOMBJ54TEchSDAOEw',1.79503450853109788897e+09,1.79503450873909306531e+09,13,'running','[1]',NULL,NULL,NULL,'against_bots');
INSERT INTO "matches" VALUES('LuJY-vy8oPmf5zF1f0UuOA','tzolkin',2,'',2,'{"score_floor": "zero", "quarter_points": "kept", "double_advance_round_26": "allowed", "double_advance_dummies": "ignored", "monument_skull": "returns", "tomb_build_architecture": "applies", "burn_with_open_corn": "allowed", "wasted_temple_choice": "allowed", "tomb_effect_order": "temple", "temple_points": "together"}','76059026445958085854688377250606246764','3bc0633da2c9bdc60e503546fa057b92','MR7Pd-7FlDdWj3tmbe82jQ','DLo2LRAtQuY9TClYua52JA',1.79503450876082372659e+09,1.79503450922675800325e+09,13,'running','[0]',NULL,NULL,NULL,'against_bots');
INSERT INTO "matches" VALUES('bCcqRRpmjcF8OidUjvYmjg','amritsar',3,'',2,'{"maharaja": "normal", "spent_token": "keeps", "own_district": "yes", "origin_coins": "pay", "free_jump": "choice", "bridge_follow": "yes", "no_counter": "always", "market_lock": "turn", "majority_ranks": "skip", "solo_tie": "lost"}','262827420611723604627158544281582233780','e0aa638ed5bb630eaeaf7cb1e7243644','MR7Pd-7FlDdWj3tmbe82jQ','bYGNkKhelBOLXymOxARdZQ',1.79503450923625755314e+09,1.79503450973637461657e+09,13,'running','[0]',NULL,NULL,NULL,'against_bots');
INSERT INTO "matches" VALUES('Skc4kMpuOuG6nH9_G9ZhMw','yaxha',1,'',3,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','207720878905167664146226084601406361153','34d2c8600f8d4285fab0c85ad9fd85f9','MR7Pd-7FlDdWj3tmbe82jQ','ozrIBuEBcl2frD5Jq2LYTg',1.79503450974993610379e+09,1.79503450974993610379e+09,0,'open','[]',NULL,NULL,NULL,'against_bots');
CREATE TABLE progress (
	person VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	lesson VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	step INTEGER NOT NULL, 
	ways TEXT NOT NULL, 
	finished BOOLEAN NOT NULL, 
	updated FLOAT NOT NULL, 
	CONSTRAINT pk_progress PRIMARY KEY (person, game, lesson)
);
CREATE TABLE rematches (
	"match" VARCHAR(32) NOT NULL, 
	next VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_rematches PRIMARY KEY ("match"), 
	CONSTRAINT fk_rematches_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_rematches_next FOREIGN KEY(next) REFERENCES matches (id)
);
CREATE TABLE reviews (
	"match" VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY ("match"), 
	CONSTRAINT fk_reviews_match FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE seats (
	"match" VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name TEXT NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	level INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY ("match", seat), 
	CONSTRAINT fk_seats_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "seats" VALUES('-SAI_g5tW6efCbZKsz8Lfg',0,'person','Ana','MR7Pd-7FlDdWj3tmbe82jQ',0);
INSERT INTO "seats" VALUES('-SAI_g5tW6efCbZKsz8Lfg',1,'person','Ben','WyaczTnXfOClu-OHe4SjTw',0);
INSERT INTO "seats" VALUES('wz173DXCG-U-Rx8Bt_XzCg',0,'person','Ana','MR7Pd-7FlDdWj3tmbe82jQ',0);
INSERT INTO "seats" VALUES('wz173DXCG-U-Rx8Bt_XzCg',1,'person','Ben','WyaczTnXfOClu-OHe4SjTw',0);
INSERT INTO "seats" VALUES('LuJY-vy8oPmf5zF1f0UuOA',0,'person','Ana','MR7Pd-7FlDdWj3tmbe82jQ',0);
INSERT INTO "seats" VALUES('LuJY-vy8oPmf5zF1f0UuOA',1,'person','Ben','WyaczTnXfOClu-OHe4SjTw',0);
INSERT INTO "seats" VALUES('bCcqRRpmjcF8OidUjvYmjg',0,'person','Ana','MR7Pd-7FlDdWj3tmbe82jQ',0);
INSERT INTO "seats" VALUES('bCcqRRpmjcF8OidUjvYmjg',1,'person','Ben','WyaczTnXfOClu-OHe4SjTw',0);
INSERT INTO "seats" VALUES('Skc4kMpuOuG6nH9_G9ZhMw',0,'person','Ana','MR7Pd-7FlDdWj3tmbe82jQ',0);
INSERT INTO "seats" VALUES('Skc4kMpuOuG6nH9_G9ZhMw',1,'open','','',0);
INSERT INTO "seats" VALUES('Skc4kMpuOuG6nH9_G9ZhMw',2,'open','','',0);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','130c3dac7ea04be067ef84fd71d1ca8c14e6b2b7e45bdea2b8b3a6a55d57186e');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY ("match", number), 
	CONSTRAINT fk_snapshots_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('-SAI_g5tW6efCbZKsz8Lfg',89,'{"number":89,"moves":88,"noticed":[63,45,19],"state":{"game":"yaxha","rules":1,"seats":2,"options":{"cards":"random","chosen_cards":"","side_apex":"included","side_incomplete":"outermost","second_largest_method":"table","zero_size_bonus":"scores","group_over_12":"36","hidden_bridge":"separates","self_blocking":"allowed","floating_frame":"floating","build_visibility":"hidden"},"luck":[3699776563,481517155,4283468266,1948130043],"settled":19,"phase":"choose","round":10,"cards":["five_colours_level_1","largest_orange","one_colour_side"],"bag":[12,8,15,14,11],"market":[[1,1,2],[0,0,3]],"owners":[-1,-1],"initiative":[1,2],"chosen":[-1,-1],"taken":[-1,-1],"players":[{"cubes":[[-1,-2,0,1],[0,-2,0,1],[1,-2,0,2],[2,-2,0,3],[-1,-1,0,0],[0,-1,0,1],[1,-1,0,4],[2,-1,0,3],[-1,0,0,0],[0,0,0,1],[1,0,0,2],[2,0,0,2],[-1,1,0,2],[0,1,0,3],[1,1,0,4],[2,1,0,1],[-1,-2,1,0],[0,-2,1,1],[1,-2,1,1],[-1,-1,1,0],[0,-1,1,1],[1,-1,1,1],[-1,0,1,2],[0,0,1,1],[1,0,1,4],[0,-1,2,4]],"hand":[0,0,0,0,0],"discarded":[0,0,0,1,0],"placed":[[1,-1,1,1],[0,-1,2,4]],"done":false},{"cubes":[[-1,-1,0,4],[0,-1,0,1],[1,-1,0,2],[2,-1,0,4],[-1,0,0,4],[0,0,0,3],[1,0,0,4],[2,0,0,3],[-1,1,0,2],[0,1,0,4],[1,1,0,0],[2,1,0,0],[-1,2,0,3],[0,2,0,0],[1,2,0,0],[2,2,0,4],[-1,-1,1,1],[0,-1,1,4],[1,-1,1,3],[-1,0,1,2],[0,0,1,4],[1,0,1,4],[-1,1,1,0],[1,1,1,0],[-1,-1,2,1],[0,-1,2,3]],"hand":[0,0,0,0,0],"discarded":[0,1,0,0,0],"placed":[[0,-1,2,3],[-1,-1,2,1]],"done":false}]}}');
CREATE TABLE tokens (
	id VARCHAR(80) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	made FLOAT NOT NULL, 
	used FLOAT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT uq_tokens_person_match_seat UNIQUE (person, "match", seat)
);
INSERT INTO "tokens" VALUES('iDtHhr7CE5HbElRE','MR7Pd-7FlDdWj3tmbe82jQ','-SAI_g5tW6efCbZKsz8Lfg',0,1795034503.65406,NULL);
INSERT INTO "tokens" VALUES('ktINgVegCigAH7vN','WyaczTnXfOClu-OHe4SjTw','-SAI_g5tW6efCbZKsz8Lfg',1,1.79503450368860888479e+09,NULL);
INSERT INTO "tokens" VALUES('JZPghZxJpa-NcCbl','MR7Pd-7FlDdWj3tmbe82jQ','wz173DXCG-U-Rx8Bt_XzCg',0,1.79503450854993963246e+09,NULL);
INSERT INTO "tokens" VALUES('pKqIn3g2Ssm1uvnp','WyaczTnXfOClu-OHe4SjTw','wz173DXCG-U-Rx8Bt_XzCg',1,1.79503450857511234282e+09,NULL);
INSERT INTO "tokens" VALUES('Veogm3KqByZtazQX','MR7Pd-7FlDdWj3tmbe82jQ','LuJY-vy8oPmf5zF1f0UuOA',0,1.79503450876680350307e+09,NULL);
INSERT INTO "tokens" VALUES('BIf6MGj-EediMHcj','WyaczTnXfOClu-OHe4SjTw','LuJY-vy8oPmf5zF1f0UuOA',1,1.7950345090743331909e+09,NULL);
INSERT INTO "tokens" VALUES('VBxU71QJ2EspRggk','MR7Pd-7FlDdWj3tmbe82jQ','bCcqRRpmjcF8OidUjvYmjg',0,1.79503450924097084995e+09,NULL);
INSERT INTO "tokens" VALUES('hgRH9bQJ-Ol9JnMZ','WyaczTnXfOClu-OHe4SjTw','bCcqRRpmjcF8OidUjvYmjg',1,1.7950345092520549297e+09,NULL);
INSERT INTO "tokens" VALUES('sizGrlp0u4uJzxEi','MR7Pd-7FlDdWj3tmbe82jQ','Skc4kMpuOuG6nH9_G9ZhMw',0,1.795034509757289648e+09,NULL);
CREATE INDEX ix_matches_stage_updated ON matches (stage, updated);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_forks_owner_source ON forks (owner, source);
CREATE INDEX ix_forks_match ON forks ("match");
COMMIT;
