BEGIN TRANSACTION;
CREATE TABLE accounts (
	person VARCHAR(64) NOT NULL, 
	name TEXT NOT NULL, 
	"key" VARCHAR(128) NOT NULL, 
	password TEXT NOT NULL, 
	badge VARCHAR(16) NOT NULL, 
	made FLOAT NOT NULL, 
	admin BOOLEAN NOT NULL, 
	mail TEXT, 
	CONSTRAINT pk_accounts PRIMARY KEY (person), 
	CONSTRAINT uq_accounts_key UNIQUE ("key"), 
	CONSTRAINT uq_accounts_badge UNIQUE (badge)
);
INSERT INTO "accounts" VALUES('lBt7RZys1xbMfC6SCgkzNQ','Ana','ana','$argon2id$v=19$m=47104,t=2,p=1$HQRaDhwRJsdghdDyalr9YQ$WrE2Cpo2UIrDpMNU2EzaVRw457dB/+ySz4yV88VV3GA','di1r7uLnivU',1.79503452083107304573e+09,1,NULL);
INSERT INTO "accounts" VALUES('1hNydZinzzG-VHs2TLha0g','Ben','ben','$argon2id$v=19$m=47104,t=2,p=1$iKfNw17aSIcz13jVoZqmiA$wxSabLlK13oQ41xl792oulVZQcSLGhNu8liaOC+5YDc','cjvW7hxg8y4',1.79503452105768442157e+09,0,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0019');
CREATE TABLE announcements (
	id VARCHAR(32) NOT NULL, 
	words TEXT NOT NULL, 
	made FLOAT NOT NULL, 
	CONSTRAINT pk_announcements PRIMARY KEY (id)
);
CREATE TABLE bans (
	person VARCHAR(64) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	made FLOAT NOT NULL, 
	until FLOAT, 
	CONSTRAINT pk_bans PRIMARY KEY (person, kind), 
	CONSTRAINT uq_bans_id UNIQUE (id)
);
CREATE TABLE cup_players (
	cup VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	level INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_cup_players PRIMARY KEY (cup, number), 
	CONSTRAINT fk_cup_players_cup FOREIGN KEY(cup) REFERENCES cups ("key")
);
INSERT INTO "cup_players" VALUES('icMEYV1mmqu9ixxZEIvftg',1,'Ana','lBt7RZys1xbMfC6SCgkzNQ',0,'playing');
INSERT INTO "cup_players" VALUES('icMEYV1mmqu9ixxZEIvftg',2,'Ben','1hNydZinzzG-VHs2TLha0g',0,'playing');
CREATE TABLE cup_tables (
	cup VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	players TEXT NOT NULL, 
	stage VARCHAR(8) NOT NULL, 
	ranks TEXT, 
	scores TEXT, 
	drawn FLOAT NOT NULL, 
	ended FLOAT, 
	CONSTRAINT pk_cup_tables PRIMARY KEY (cup, round, number), 
	CONSTRAINT fk_cup_tables_cup FOREIGN KEY(cup) REFERENCES cups ("key")
);
CREATE TABLE cups (
	"key" VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	rules TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	stage VARCHAR(8) NOT NULL, 
	round INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	CONSTRAINT pk_cups PRIMARY KEY ("key")
);
INSERT INTO "cups" VALUES('icMEYV1mmqu9ixxZEIvftg','Rainy season','lBt7RZys1xbMfC6SCgkzNQ','yaxha','{"game": "yaxha", "seats": 2, "rounds": 1, "kind": "swiss", "options": {"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}, "final": false, "fill": 0, "terms": {}}','3356555840542922873',1,'running',0,4,1.79503452631916236882e+09,1.79503452651050710679e+09);
CREATE TABLE devices (
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	made FLOAT NOT NULL, 
	used FLOAT NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (id)
);
INSERT INTO "devices" VALUES('opOu_imhCIHlr59DBTFFLg','lBt7RZys1xbMfC6SCgkzNQ','testclient',1.79503452085436868666e+09,1.79503452085436868666e+09);
INSERT INTO "devices" VALUES('n_Z_MBXGBnq3fyOBv4r03A','1hNydZinzzG-VHs2TLha0g','testclient',1.79503452107440114021e+09,1.79503452107440114021e+09);
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
CREATE TABLE invitations (
	"match" VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	name TEXT NOT NULL, 
	sent_away VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY ("match", person), 
	CONSTRAINT fk_invitations_match FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE keys (
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	scopes VARCHAR(64) NOT NULL, 
	made FLOAT NOT NULL, 
	used FLOAT, 
	CONSTRAINT pk_keys PRIMARY KEY (id)
);
INSERT INTO "keys" VALUES('m3ikXD-jmxLDiv0Q','lBt7RZys1xbMfC6SCgkzNQ','robot','read play',1.79503452607795429231e+09,NULL);
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
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',1,1,'sit',0,'sit:ad0e882247a362b7',1.79503452244031643869e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',2,0,'move',0,'move-0',1.79503452246465778352e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',3,1,'move',0,'move-1',1.79503452247940778734e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',4,0,'move',281,'move-2',1.7950345224952318668e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',5,0,'move',28,'move-3',1.79503452251482439037e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',6,0,'move',408,'move-4',1.79503452253111457819e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',7,0,'move',4,'move-5',1.79503452254127311704e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',8,1,'move',533,'move-6',1.79503452257854866983e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',9,1,'move',288,'move-7',1.79503452262723374368e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',10,1,'move',280,'move-8',1.7950345226636612415e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',11,1,'move',4,'move-9',1.79503452269837164879e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',12,0,'move',1,'move-10',1.79503452272279644011e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',13,1,'move',0,'move-11',1.79503452276299142837e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',14,0,'move',409,'move-12',1.79503452279402828215e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',15,0,'move',289,'move-13',1.79503452282409882542e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',16,0,'move',273,'move-14',1.79503452284844946858e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',17,0,'move',4,'move-15',1.79503452287298226352e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',18,1,'move',274,'move-16',1.79503452291819190975e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',19,1,'move',43,'move-17',1.79503452294720840451e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',20,1,'move',401,'move-18',1.79503452297944498063e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',21,1,'move',4,'move-19',1.79503452301883196836e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',22,0,'move',0,'move-20',1.79503452305062627791e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',23,1,'move',0,'move-21',1.79503452308121347422e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',24,0,'move',14,'move-22',1.79503452311093378065e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',25,0,'move',36,'move-23',1.79503452313440179819e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',26,0,'move',35,'move-24',1.79503452316394901278e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',27,0,'move',4,'move-25',1.79503452319030594821e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',28,1,'move',287,'move-26',1.7950345232146761417e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',29,1,'move',168,'move-27',1.79503452323681688307e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',30,1,'move',545,'move-28',1.79503452326119637486e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',31,1,'move',4,'move-29',1.79503452328051781657e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',32,0,'move',0,'move-30',1.79503452330492234228e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',33,1,'move',1,'move-31',1.79503452332356858251e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',34,0,'move',402,'move-32',1.79503452334348869321e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',35,0,'move',143,'move-33',1.79503452336256814e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',36,0,'move',16,'move-34',1.79503452338014340399e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',37,0,'move',4,'move-35',1.79503452339299845695e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',38,1,'move',147,'move-36',1.79503452341669178004e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',39,1,'move',538,'move-37',1.7950345234388685226e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',40,1,'move',27,'move-38',1.79503452346328926081e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',41,1,'move',4,'move-39',1.79503452348169231407e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',42,0,'move',1,'move-40',1.79503452349474644663e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',43,1,'move',0,'move-41',1.7950345235130264759e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',44,0,'move',526,'move-42',1.7950345235280120373e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',45,0,'move',401,'move-43',1.79503452355534124373e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',46,0,'move',542,'move-44',1.79503452356996917723e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',47,0,'move',4,'move-45',1.79503452359541678428e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',48,1,'move',170,'move-46',1.79503452361997532845e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',49,1,'move',541,'move-47',1.79503452364920783042e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',50,1,'move',408,'move-48',1.79503452367065334319e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',51,1,'move',4,'move-49',1.79503452369534325597e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',52,0,'move',1,'move-50',1.79503452371601438519e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',53,1,'move',1,'move-51',1.79503452374082207677e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',54,0,'move',442,'move-52',1.79503452376445603363e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',55,0,'move',321,'move-53',1.79503452379227828976e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',56,0,'move',141,'move-54',1795034523.81838);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',57,0,'move',4,'move-55',1.79503452383278846744e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',58,1,'move',453,'move-56',1.79503452385407662392e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',59,1,'move',81,'move-57',1.79503452387576222415e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',60,1,'move',331,'move-58',1.79503452389664578435e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',61,1,'move',4,'move-59',1.79503452391810274122e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',62,0,'move',1,'move-60',1.79503452394749832155e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',63,1,'move',0,'move-61',1.79503452397295641899e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',64,0,'move',566,'move-62',1.79503452400415587425e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',65,0,'move',567,'move-63',1.79503452403011679646e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',66,0,'move',75,'move-64',1.79503452405230760576e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',67,0,'move',4,'move-65',1.79503452406974363321e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',68,1,'move',194,'move-66',1.79503452409556961064e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',69,1,'move',524,'move-67',1.79503452412945842739e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',70,1,'move',447,'move-68',1.79503452414822149271e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',71,1,'move',4,'move-69',1.79503452416875338556e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',72,0,'move',1,'move-70',1.79503452418262314797e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',73,1,'move',1,'move-71',1.79503452420651674267e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',74,0,'move',4,'move-72',1.7950345242317652702e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',75,1,'move',67,'move-73',1.79503452425636076924e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',76,1,'move',80,'move-74',1.79503452427933025362e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',77,1,'move',452,'move-75',1.79503452429841828348e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',78,1,'move',4,'move-76',1.79503452432300591471e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',79,0,'move',1,'move-77',1.79503452435577797894e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',80,1,'move',0,'move-78',1.79503452439752149579e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',81,0,'move',572,'move-79',1.79503452442721557619e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',82,0,'move',4,'move-80',1.79503452444429063795e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',83,1,'move',73,'move-81',1.79503452449024319646e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',84,1,'move',227,'move-82',1.79503452454705810545e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',85,1,'move',228,'move-83',1.79503452458623480791e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',86,1,'move',4,'move-84',1.79503452462294578548e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',87,0,'move',1,'move-85',1.79503452464355254172e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',88,1,'move',1,'move-86',1.79503452467676925656e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',89,0,'move',326,'move-87',1.79503452470992541306e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',90,0,'move',102,'move-88',1.79503452473051524165e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',91,0,'move',4,'move-89',1.79503452475138783458e+09);
INSERT INTO "log" VALUES('owP8U3iDOdxHMy0wc-BljQ',92,1,'move',4,'move-90',1.79503452478447604176e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',1,1,'sit',0,'sit:9f17aaa166caaa10',1.79503452493074226381e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',2,0,'move',1,'move-0',1.7950345249684073925e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',3,0,'move',13,'move-1',1.79503452498758363717e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',4,0,'move',41,'move-2',1.79503452500550842287e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',5,0,'move',0,'move-3',1.79503452501511263851e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',6,1,'move',11,'move-4',1.79503452503330945973e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',7,1,'move',28,'move-5',1.7950345250536270141e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',8,1,'move',10,'move-6',1.79503452506910681722e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',9,1,'move',27,'move-7',1.79503452508429813382e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',10,1,'move',0,'move-8',1.79503452510361218453e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',11,0,'move',1,'move-9',1.79503452511478543284e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',12,0,'move',18,'move-10',1.79503452512920331956e+09);
INSERT INTO "log" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',13,0,'move',40,'move-11',1.79503452514012694363e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',1,1,'sit',0,'sit:f9404fb5fbdd29ff',1.79503452520865082733e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',2,0,'move',2,'move-0',1.7950345252320349216e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',3,1,'move',3,'move-1',1.7950345252499382496e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',4,1,'move',11,'move-2',1.79503452526631069189e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',5,1,'move',9,'move-3',1.79503452528768205637e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',6,1,'move',13,'move-4',1.79503452531771612171e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',7,1,'move',149,'move-5',1.79503452533648324008e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',8,0,'move',12,'move-6',1.79503452535515451438e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',9,0,'move',13,'move-7',1.79503452536867594713e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',10,0,'move',9,'move-8',1.79503452538814830784e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',11,0,'move',149,'move-9',1.7950345254084749221e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',12,1,'move',48,'move-10',1.79503452543196582794e+09);
INSERT INTO "log" VALUES('Utw5LTDWP0gyo4_P19nCsA',13,1,'move',16,'move-11',1.79503452545587420465e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',1,1,'sit',0,'sit:1fa783e2184c6130',1.7950345255671591759e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',2,0,'move',83,'move-0',1.79503452560965800284e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',3,0,'move',93,'move-1',1.79503452562820506096e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',4,1,'move',84,'move-2',1.79503452566771507263e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',5,1,'move',94,'move-3',1.79503452570069932936e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',6,0,'move',1,'move-4',1795034525.72865);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',7,0,'move',14,'move-5',1.79503452576028394698e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',8,0,'move',27,'move-6',1.79503452578371644021e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',9,0,'move',35,'move-7',1.79503452582030224794e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',10,0,'move',64,'move-8',1.79503452585895276064e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',11,0,'move',126,'move-9',1.79503452588340640071e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',12,1,'move',2,'move-10',1.79503452591520237923e+09);
INSERT INTO "log" VALUES('h5nAcrFksYHyLfgHUBDbhg',13,1,'move',16,'move-11',1.79503452595638895031e+09);
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
	winners TEXT, start TEXT, hints VARCHAR(16) DEFAULT 'against_bots' NOT NULL, terms TEXT DEFAULT '{}' NOT NULL, visibility VARCHAR(8) DEFAULT 'listed' NOT NULL, represented TEXT DEFAULT '[]' NOT NULL, deadline FLOAT, ends TEXT DEFAULT '{}' NOT NULL, resigned TEXT DEFAULT '[]' NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_invite UNIQUE (invite)
);
INSERT INTO "matches" VALUES('owP8U3iDOdxHMy0wc-BljQ','yaxha',1,'',2,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','274686718344583324618335628693725061998','54f01b55d634ef5961c634c08f4e2099','lBt7RZys1xbMfC6SCgkzNQ','ae6bYp6LunrhYaEcLKSVqw',1.79503452236673116679e+09,1.79503452478447604176e+09,92,'over','[]','[39, 37]','[0]',NULL,'against_bots','{}','listed','[]',NULL,'{}','[]');
INSERT INTO "matches" VALUES('xN_w0qF9pvUcCJ5-NQaJfg','maya',2,'',2,'{"areas": "usual", "variant": "none", "edition": "es-2021", "joining": "connected", "start": "first"}','40857546595471701769584058814258257635','d7b983282e3bd663befc0b94b20e3c8f','lBt7RZys1xbMfC6SCgkzNQ','rCJ-Y-F_-QytomNWdbiQHA',1.79503452488994312283e+09,1.79503452514012694363e+09,13,'running','[0]',NULL,NULL,NULL,'against_bots','{}','listed','[]',1.79529372514012694351e+09,'{}','[]');
INSERT INTO "matches" VALUES('Utw5LTDWP0gyo4_P19nCsA','tzolkin',2,'',2,'{"score_floor": "zero", "quarter_points": "kept", "double_advance_round_26": "allowed", "double_advance_dummies": "ignored", "monument_skull": "returns", "tomb_build_architecture": "applies", "burn_with_open_corn": "allowed", "wasted_temple_choice": "allowed", "tomb_effect_order": "temple", "temple_points": "together"}','306920777150907132474477698276117720429','7d5f232b5cc46a7bbfc5a3bf91e8583f','lBt7RZys1xbMfC6SCgkzNQ','Az-ekSKxcmg4g5qhgzTAxg',1.79503452518015289311e+09,1.79503452545587420465e+09,13,'running','[1]',NULL,NULL,NULL,'against_bots','{}','listed','[]',1.79529372545587420466e+09,'{}','[]');
INSERT INTO "matches" VALUES('h5nAcrFksYHyLfgHUBDbhg','amritsar',3,'',2,'{"maharaja": "normal", "spent_token": "keeps", "own_district": "yes", "origin_coins": "pay", "free_jump": "choice", "bridge_follow": "yes", "no_counter": "always", "market_lock": "turn", "majority_ranks": "skip", "solo_tie": "lost"}','164727278186462499671615683163285992478','81fdef2b3a81d75a986f77d4529871e0','lBt7RZys1xbMfC6SCgkzNQ','NJ_1nLpE_3RxGQYKzienng',1.79503452553277611731e+09,1.79503452595638895031e+09,13,'running','[1]',NULL,NULL,NULL,'against_bots','{}','listed','[]',1.79529372595638895028e+09,'{}','[]');
INSERT INTO "matches" VALUES('0ekdECUbxPMRCm1igDR-4g','yaxha',1,'',3,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','104439472024664020208321967195885762904','bb1d1d94a46bdfb578b76502cf648520','lBt7RZys1xbMfC6SCgkzNQ','L2AU3pk-L0I391b-9IZb9A',1.79503452603537130352e+09,1.79503452603537130352e+09,0,'open','[]',NULL,NULL,NULL,'against_bots','{}','listed','[]',NULL,'{}','[]');
CREATE TABLE mutes (
	person VARCHAR(64) NOT NULL, 
	muted VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (person, muted)
);
CREATE TABLE notes (
	"match" VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY ("match", person), 
	CONSTRAINT fk_notes_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "notes" VALUES('owP8U3iDOdxHMy0wc-BljQ','1hNydZinzzG-VHs2TLha0g','watch the temple');
INSERT INTO "notes" VALUES('xN_w0qF9pvUcCJ5-NQaJfg','1hNydZinzzG-VHs2TLha0g','watch the temple');
INSERT INTO "notes" VALUES('Utw5LTDWP0gyo4_P19nCsA','1hNydZinzzG-VHs2TLha0g','watch the temple');
INSERT INTO "notes" VALUES('h5nAcrFksYHyLfgHUBDbhg','1hNydZinzzG-VHs2TLha0g','watch the temple');
CREATE TABLE notices (
	person VARCHAR(64) NOT NULL, 
	channel VARCHAR(8) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	made FLOAT NOT NULL, 
	due FLOAT NOT NULL, 
	sent FLOAT, 
	CONSTRAINT pk_notices PRIMARY KEY (person, channel, kind, "match")
);
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
CREATE TABLE push_devices (
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	endpoint TEXT NOT NULL, 
	p256dh VARCHAR(128) NOT NULL, 
	auth VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	language VARCHAR(16) NOT NULL, 
	made FLOAT NOT NULL, 
	used FLOAT, 
	failures INTEGER NOT NULL, 
	CONSTRAINT pk_push_devices PRIMARY KEY (id)
);
CREATE TABLE ratings (
	person VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person, game, "match")
);
CREATE TABLE recovery (
	person VARCHAR(64) NOT NULL, 
	code VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_recovery PRIMARY KEY (person, code)
);
CREATE TABLE rematches (
	"match" VARCHAR(32) NOT NULL, 
	next VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_rematches PRIMARY KEY ("match"), 
	CONSTRAINT fk_rematches_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_rematches_next FOREIGN KEY(next) REFERENCES matches (id)
);
CREATE TABLE reports (
	id VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	"by" VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	words TEXT NOT NULL, 
	why TEXT NOT NULL, 
	made FLOAT NOT NULL, 
	settled FLOAT, 
	CONSTRAINT pk_reports PRIMARY KEY (id)
);
CREATE TABLE results (
	"match" VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	seats INTEGER NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	level INTEGER NOT NULL, 
	score FLOAT NOT NULL, 
	place INTEGER NOT NULL, 
	won FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	seconds FLOAT NOT NULL, 
	moves INTEGER NOT NULL, 
	opening VARCHAR(32) NOT NULL, 
	absent VARCHAR(8) NOT NULL, 
	rated INTEGER NOT NULL, 
	sources TEXT NOT NULL, 
	feats TEXT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY ("match", seat), 
	CONSTRAINT fk_results_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "results" VALUES('owP8U3iDOdxHMy0wc-BljQ',0,'yaxha',2,'lBt7RZys1xbMfC6SCgkzNQ',0,39.0,1,1.0,1.79503452478447604176e+09,2.31981825828552246093e+00,91,'colours-3','',0,'{"Orange group":9.0,"Blue group":1.0,"Green group":1.0,"Yellow group":9.0,"Grey group":4.0,"A group over the most levels":5.0,"Five colours on level 1":5.0,"Largest group of any colour":5.0}','{"won":91,"all-cards":91}');
INSERT INTO "results" VALUES('owP8U3iDOdxHMy0wc-BljQ',1,'yaxha',2,'1hNydZinzzG-VHs2TLha0g',0,37.0,2,0.0,1.79503452478447604176e+09,2.31981825828552246093e+00,91,'colours-2','',0,'{"Orange group":4.0,"Blue group":6.0,"Green group":1.0,"Yellow group":9.0,"Grey group":2.0,"A group over the most levels":5.0,"Five colours on level 1":5.0,"Largest group of any colour":5.0}','{"all-cards":91}');
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
INSERT INTO "seats" VALUES('owP8U3iDOdxHMy0wc-BljQ',0,'person','Ana','lBt7RZys1xbMfC6SCgkzNQ',0);
INSERT INTO "seats" VALUES('owP8U3iDOdxHMy0wc-BljQ',1,'person','Ben','1hNydZinzzG-VHs2TLha0g',0);
INSERT INTO "seats" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',0,'person','Ana','lBt7RZys1xbMfC6SCgkzNQ',0);
INSERT INTO "seats" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',1,'person','Ben','1hNydZinzzG-VHs2TLha0g',0);
INSERT INTO "seats" VALUES('Utw5LTDWP0gyo4_P19nCsA',0,'person','Ana','lBt7RZys1xbMfC6SCgkzNQ',0);
INSERT INTO "seats" VALUES('Utw5LTDWP0gyo4_P19nCsA',1,'person','Ben','1hNydZinzzG-VHs2TLha0g',0);
INSERT INTO "seats" VALUES('h5nAcrFksYHyLfgHUBDbhg',0,'person','Ana','lBt7RZys1xbMfC6SCgkzNQ',0);
INSERT INTO "seats" VALUES('h5nAcrFksYHyLfgHUBDbhg',1,'person','Ben','1hNydZinzzG-VHs2TLha0g',0);
INSERT INTO "seats" VALUES('0ekdECUbxPMRCm1igDR-4g',0,'person','Ana','lBt7RZys1xbMfC6SCgkzNQ',0);
INSERT INTO "seats" VALUES('0ekdECUbxPMRCm1igDR-4g',1,'open','','',0);
INSERT INTO "seats" VALUES('0ekdECUbxPMRCm1igDR-4g',2,'open','','',0);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','6fb1c5512789f5cf2b13b7fdbc1f2b56115f399e64eb9d81b068fcfb1b0cf16b');
INSERT INTO "secrets" VALUES('push','a79f8404c29bbdbf8b8427b8033d674af345e9fa300c9ab93944bd46d91ef09d');
CREATE TABLE settings (
	person VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (person)
);
INSERT INTO "settings" VALUES('lBt7RZys1xbMfC6SCgkzNQ','{"shows_page":true}');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY ("match", number), 
	CONSTRAINT fk_snapshots_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('owP8U3iDOdxHMy0wc-BljQ',86,'{"number":86,"moves":85,"noticed":[59,46,19],"state":{"game":"yaxha","rules":1,"seats":2,"options":{"cards":"random","chosen_cards":"","side_apex":"included","side_incomplete":"outermost","second_largest_method":"table","zero_size_bonus":"scores","group_over_12":"36","hidden_bridge":"separates","self_blocking":"allowed","floating_frame":"floating","build_visibility":"hidden"},"luck":[3229124444,2502273552,1293784383,3854780023],"settled":19,"phase":"choose","round":10,"cards":["most_levels","five_colours_level_1","largest_any"],"bag":[11,10,14,14,11],"market":[[4,4,4],[0,1,2]],"owners":[-1,-1],"initiative":[1,2],"chosen":[-1,-1],"taken":[-1,-1],"players":[{"cubes":[[-1,-2,0,0],[0,-2,0,1],[1,-2,0,0],[2,-2,0,1],[-1,-1,0,2],[0,-1,0,4],[1,-1,0,3],[2,-1,0,3],[-1,0,0,0],[0,0,0,2],[1,0,0,3],[2,0,0,3],[-1,1,0,0],[0,1,0,0],[1,1,0,2],[2,1,0,4],[-1,-2,1,4],[0,-2,1,4],[1,-2,1,3],[-1,-1,1,4],[0,-1,1,2],[0,0,1,0]],"hand":[0,0,0,0,0],"discarded":[0,5,0,0,0],"placed":[[-1,-1,1,4]],"done":false},{"cubes":[[-2,-1,0,4],[-1,-1,0,1],[0,-1,0,2],[1,-1,0,3],[-2,0,0,0],[-1,0,0,2],[0,0,0,4],[1,0,0,3],[-2,1,0,4],[-1,1,0,2],[0,1,0,2],[1,1,0,4],[-2,2,0,4],[-1,2,0,1],[0,2,0,0],[1,2,0,1],[-2,-1,1,0],[-1,-1,1,1],[0,-1,1,3],[-2,0,1,0],[-1,0,1,3],[0,0,1,3],[-2,1,1,2],[-1,1,1,0],[0,1,1,0],[-2,-1,2,1],[-1,-1,2,1]],"hand":[0,0,0,0,0],"discarded":[0,0,0,0,0],"placed":[[-2,0,1,0],[-2,-1,2,1],[-1,-1,2,1]],"done":false}]},"clocks":{"since":1795034524.6229458,"watches":[[0.0,0.9082677364349365,0.0,1795034524.6229458,0.0],[0.0,2.182629346847534,0.0,1795034524.6229458,0.0]]}}');
CREATE TABLE talk (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	circle VARCHAR(8) NOT NULL, 
	phrase VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	time FLOAT NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY ("match", number), 
	CONSTRAINT fk_talk_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "talk" VALUES('owP8U3iDOdxHMy0wc-BljQ',1,'1hNydZinzzG-VHs2TLha0g',1,'Ben','table','','Well played, Ana',1.79503452485525751111e+09);
INSERT INTO "talk" VALUES('xN_w0qF9pvUcCJ5-NQaJfg',1,'1hNydZinzzG-VHs2TLha0g',1,'Ben','table','','Well played, Ana',1.79503452515471196172e+09);
INSERT INTO "talk" VALUES('Utw5LTDWP0gyo4_P19nCsA',1,'1hNydZinzzG-VHs2TLha0g',1,'Ben','table','','Well played, Ana',1.79503452547662782669e+09);
INSERT INTO "talk" VALUES('h5nAcrFksYHyLfgHUBDbhg',1,'1hNydZinzzG-VHs2TLha0g',1,'Ben','table','','Well played, Ana',1.79503452600208735466e+09);
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
INSERT INTO "tokens" VALUES('hK0il8e0w_extt6O','lBt7RZys1xbMfC6SCgkzNQ','owP8U3iDOdxHMy0wc-BljQ',0,1.7950345223926227093e+09,NULL);
INSERT INTO "tokens" VALUES('XzuS_jRg6Bld-4zR','1hNydZinzzG-VHs2TLha0g','owP8U3iDOdxHMy0wc-BljQ',1,1.79503452244965791702e+09,NULL);
INSERT INTO "tokens" VALUES('ZCY3ogshC1M0vYN4','lBt7RZys1xbMfC6SCgkzNQ','xN_w0qF9pvUcCJ5-NQaJfg',0,1.79503452490971875188e+09,NULL);
INSERT INTO "tokens" VALUES('lDlhK5U1WY477bzA','1hNydZinzzG-VHs2TLha0g','xN_w0qF9pvUcCJ5-NQaJfg',1,1.79503452494854688647e+09,NULL);
INSERT INTO "tokens" VALUES('lul9cjGDiKhtNpR_','lBt7RZys1xbMfC6SCgkzNQ','Utw5LTDWP0gyo4_P19nCsA',0,1.79503452519418883323e+09,NULL);
INSERT INTO "tokens" VALUES('HvZFReX_jzTtRbpJ','1hNydZinzzG-VHs2TLha0g','Utw5LTDWP0gyo4_P19nCsA',1,1795034525.21895,NULL);
INSERT INTO "tokens" VALUES('ixlY6Nrf7YfBpU0U','lBt7RZys1xbMfC6SCgkzNQ','h5nAcrFksYHyLfgHUBDbhg',0,1.79503452554878330229e+09,NULL);
INSERT INTO "tokens" VALUES('1kd0b3c0e8ObUSoX','1hNydZinzzG-VHs2TLha0g','h5nAcrFksYHyLfgHUBDbhg',1,1.79503452558315396312e+09,NULL);
INSERT INTO "tokens" VALUES('lRfvIRFViY_-yNYS','lBt7RZys1xbMfC6SCgkzNQ','0ekdECUbxPMRCm1igDR-4g',0,1.79503452605827927592e+09,NULL);
CREATE TABLE tries (
	what VARCHAR(64) NOT NULL, 
	times INTEGER NOT NULL, 
	last FLOAT NOT NULL, 
	CONSTRAINT pk_tries PRIMARY KEY (what)
);
CREATE TABLE ways (
	person VARCHAR(64) NOT NULL, 
	channel VARCHAR(8) NOT NULL, 
	address TEXT NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	language VARCHAR(16) NOT NULL, 
	origin TEXT NOT NULL, 
	made FLOAT NOT NULL, 
	confirmed BOOLEAN NOT NULL, 
	last FLOAT NOT NULL, 
	claimed FLOAT NOT NULL, 
	failures INTEGER NOT NULL, 
	broken TEXT NOT NULL, 
	CONSTRAINT pk_ways PRIMARY KEY (person, channel), 
	CONSTRAINT uq_ways_key UNIQUE ("key")
);
CREATE INDEX ix_matches_stage_updated ON matches (stage, updated);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_forks_owner_source ON forks (owner, source);
CREATE INDEX ix_forks_match ON forks ("match");
CREATE INDEX ix_results_person_ended ON results (person, ended);
CREATE INDEX ix_results_game ON results (game, seats, seat, level, opening, score, won, moves, seconds);
CREATE INDEX ix_results_rated ON results (ended) WHERE rated = 1;
CREATE INDEX ix_ratings_person_game_ended ON ratings (person, game, ended);
CREATE INDEX ix_ratings_match ON ratings ("match");
CREATE INDEX ix_cups_stage_updated ON cups (stage, updated);
CREATE INDEX ix_cups_host ON cups (host);
CREATE INDEX ix_cup_players_person ON cup_players (person);
CREATE INDEX ix_cup_tables_match ON cup_tables ("match");
CREATE INDEX ix_cup_tables_stage ON cup_tables (stage);
CREATE INDEX ix_devices_person ON devices (person);
CREATE INDEX ix_reports_settled_made ON reports (settled, made);
CREATE INDEX ix_talk_person ON talk (person);
CREATE INDEX ix_notes_person ON notes (person);
CREATE INDEX ix_matches_deadline ON matches (deadline);
CREATE INDEX ix_push_devices_person ON push_devices (person);
CREATE INDEX ix_notices_match ON notices ("match");
CREATE INDEX ix_notices_sent_due ON notices (sent, due);
CREATE INDEX ix_invitations_person ON invitations (person);
CREATE INDEX ix_keys_person ON keys (person);
COMMIT;
