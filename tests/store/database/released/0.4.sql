BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
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
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',1,1,'sit',0,'sit:Pk4dVvS_cY72NI_V5fRNKA',1.7950344812279016972e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',2,0,'move',0,'move-0',1.79503448126079392433e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',3,1,'move',0,'move-1',1.79503448128572273261e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',4,0,'move',281,'move-2',1.79503448129936838155e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',5,0,'move',28,'move-3',1.79503448131864118573e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',6,0,'move',408,'move-4',1.79503448134053921695e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',7,0,'move',4,'move-5',1.79503448136677384375e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',8,1,'move',407,'move-6',1.79503448139882087705e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',9,1,'move',408,'move-7',1.79503448143480730052e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',10,1,'move',275,'move-8',1.79503448146247792239e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',11,1,'move',4,'move-9',1.79503448148383498196e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',12,0,'move',1,'move-10',1.79503448149918627737e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',13,1,'move',0,'move-11',1.79503448153035473824e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',14,0,'move',157,'move-12',1.79503448154933834077e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',15,0,'move',540,'move-13',1.79503448156424570084e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',16,0,'move',21,'move-14',1.79503448158411240583e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',17,0,'move',4,'move-15',1.79503448160721588129e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',18,1,'move',148,'move-16',1.7950344816310143471e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',19,1,'move',37,'move-17',1.79503448164698958399e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',20,1,'move',321,'move-18',1.7950344816654577255e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',21,1,'move',4,'move-19',1.79503448168808531757e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',22,0,'move',1,'move-20',1.795034481714397192e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',23,1,'move',0,'move-21',1.79503448173097538949e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',24,0,'move',14,'move-22',1.79503448175451183321e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',25,0,'move',393,'move-23',1.79503448176479768754e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',26,0,'move',541,'move-24',1.79503448177463507647e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',27,0,'move',4,'move-25',1.79503448178248882298e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',28,1,'move',276,'move-26',1.79503448180524635309e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',29,1,'move',31,'move-27',1.79503448182978057857e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',30,1,'move',536,'move-28',1.79503448185459136957e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',31,1,'move',4,'move-29',1.79503448187717461583e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',32,0,'move',0,'move-30',1.7950344819044091702e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',33,1,'move',1,'move-31',1.79503448192376708985e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',34,0,'move',526,'move-32',1.79503448194049692156e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',35,0,'move',164,'move-33',1.79503448196344208721e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',36,0,'move',149,'move-34',1.79503448197900056836e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',37,0,'move',4,'move-35',1.7950344819984502793e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',38,1,'move',44,'move-36',1.79503448203193092342e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',39,1,'move',297,'move-37',1.79503448205921602252e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',40,1,'move',288,'move-38',1.79503448208665156368e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',41,1,'move',4,'move-39',1.7950344821044743061e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',42,0,'move',1,'move-40',1.79503448212716102596e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',43,1,'move',0,'move-41',1.79503448215271472934e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',44,0,'move',528,'move-42',1.79503448217853164674e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',45,0,'move',579,'move-43',1.79503448220156645778e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',46,0,'move',196,'move-44',1.79503448221788263318e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',47,0,'move',4,'move-45',1.79503448223482418065e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',48,1,'move',291,'move-46',1.79503448225925898553e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',49,1,'move',547,'move-47',1.79503448228326725963e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',50,1,'move',529,'move-48',1.79503448231126809119e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',51,1,'move',4,'move-49',1.79503448233124637605e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',52,0,'move',1,'move-50',1.79503448236016726496e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',53,1,'move',0,'move-51',1.79503448238909411429e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',54,0,'move',321,'move-52',1.79503448242006134988e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',55,0,'move',394,'move-53',1.79503448244698071483e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',56,0,'move',320,'move-54',1.79503448247502231599e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',57,0,'move',4,'move-55',1.79503448249565815929e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',58,1,'move',298,'move-56',1.79503448254669809337e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',59,1,'move',38,'move-57',1.7950344825950388908e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',60,1,'move',4,'move-58',1.79503448264331054691e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',61,0,'move',0,'move-59',1.79503448268698072428e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',62,1,'move',1,'move-60',1.79503448274049544333e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',63,0,'move',440,'move-61',1.79503448278948426249e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',64,0,'move',161,'move-62',1.79503448284115910528e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',65,0,'move',200,'move-63',1.79503448289864635462e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',66,0,'move',4,'move-64',1.7950344829694476127e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',67,1,'move',323,'move-65',1.79503448309084677695e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',68,1,'move',453,'move-66',1.79503448312710785867e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',69,1,'move',459,'move-67',1.79503448319086122506e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',70,1,'move',4,'move-68',1.79503448322645807271e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',71,0,'move',0,'move-69',1.79503448325562596325e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',72,1,'move',1,'move-70',1.7950344833151667118e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',73,0,'move',315,'move-71',1.79503448335655760772e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',74,0,'move',521,'move-72',1.79503448338782787326e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',75,0,'move',228,'move-73',1.79503448342522430418e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',76,0,'move',4,'move-74',1.79503448345726919176e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',77,1,'move',82,'move-75',1.79503448350280857088e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',78,1,'move',70,'move-76',1.79503448352775049211e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',79,1,'move',581,'move-77',1.79503448354082298281e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',80,1,'move',4,'move-78',1.79503448357393312461e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',81,0,'move',0,'move-79',1.79503448361137199398e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',82,1,'move',0,'move-80',1.79503448363043522839e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',83,0,'move',580,'move-81',1.79503448364974021915e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',84,0,'move',442,'move-82',1.79503448366385316842e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',85,0,'move',4,'move-83',1.79503448367857408518e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',86,1,'move',76,'move-84',1.79503448369123125077e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',87,1,'move',103,'move-85',1.79503448371543049806e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',88,1,'move',104,'move-86',1.79503448373132681848e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',89,1,'move',4,'move-87',1.7950344837526495457e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',90,0,'move',1,'move-88',1.79503448376837062834e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',91,1,'move',1,'move-89',1.79503448378614616394e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',92,0,'move',229,'move-90',1.79503448380267596239e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',93,0,'move',475,'move-91',1.79503448382053422925e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',94,0,'move',476,'move-92',1.79503448382717823977e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',95,0,'move',4,'move-93',1.79503448383946442607e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',96,1,'move',486,'move-94',1.79503448385784363742e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',97,1,'move',587,'move-95',1.79503448386822414399e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',98,1,'move',487,'move-96',1.79503448388239097597e+09);
INSERT INTO "log" VALUES('mZGOSBiOo1zgJgAaw67yaA',99,1,'move',4,'move-97',1795034483.89935);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',1,1,'sit',0,'sit:Pk4dVvS_cY72NI_V5fRNKA',1.79503448394440412528e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',2,0,'move',10,'move-0',1.79503448396237277979e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',3,0,'move',41,'move-1',1.7950344839720380306e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',4,0,'move',0,'move-2',1.79503448398637795451e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',5,1,'move',1,'move-3',1.79503448399523615839e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',6,1,'move',18,'move-4',1.79503448400879573815e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',7,1,'move',37,'move-5',1.79503448401970243453e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',8,1,'move',0,'move-6',1795034484.0305);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',9,0,'move',8,'move-7',1.79503448404004073142e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',10,0,'move',40,'move-8',1.7950344840544965267e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',11,0,'move',0,'move-9',1.79503448406374645227e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',12,1,'move',8,'move-10',1.79503448407948255536e+09);
INSERT INTO "log" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',13,1,'move',43,'move-11',1.79503448409142184259e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',1,1,'sit',0,'sit:Pk4dVvS_cY72NI_V5fRNKA',1.79503448414640045163e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',2,0,'move',4,'move-0',1.79503448417502737047e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',3,1,'move',0,'move-1',1.79503448420869493487e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',4,0,'move',10,'move-2',1.79503448424704742433e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',5,0,'move',14,'move-3',1.79503448428661131859e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',6,0,'move',10,'move-4',1.79503448431320023533e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',7,0,'move',149,'move-5',1.79503448433893775942e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',8,1,'move',9,'move-6',1.79503448437927174566e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',9,1,'move',13,'move-7',1.7950344844225180149e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',10,1,'move',11,'move-8',1.79503448446061611171e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',11,1,'move',149,'move-9',1.79503448450587940214e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',12,0,'move',150,'move-10',1.79503448453471374512e+09);
INSERT INTO "log" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',13,1,'move',16,'move-11',1.79503448460194420816e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',1,1,'sit',0,'sit:Pk4dVvS_cY72NI_V5fRNKA',1.79503448470053267481e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',2,1,'move',82,'move-0',1.79503448476356887823e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',3,1,'move',96,'move-1',1.79503448479090523719e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',4,0,'move',82,'move-2',1.79503448483049321167e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',5,0,'move',94,'move-3',1.79503448486054897306e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',6,1,'move',2,'move-4',1.79503448490061426161e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',7,1,'move',17,'move-5',1.7950344849547388553e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',8,1,'move',23,'move-6',1.79503448499328970913e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',9,1,'move',31,'move-7',1.79503448502314853665e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',10,1,'move',35,'move-8',1.79503448505574226372e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',11,1,'move',58,'move-9',1.79503448506926155088e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',12,1,'move',126,'move-10',1.79503448508152770998e+09);
INSERT INTO "log" VALUES('v4G_wNlQXSWEDFiNPcZlSg',13,0,'move',2,'move-11',1.79503448510055613521e+09);
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
	winners TEXT, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_invite UNIQUE (invite)
);
INSERT INTO "matches" VALUES('mZGOSBiOo1zgJgAaw67yaA','yaxha',1,'',2,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','242405753116770182373218670937340022924','032a32331b50b93ec622ba147bca559a','aJBNgxbgwD-_JbHbm-1_Pw','X30GRDQ0WwNlN4O_9cOkjw',1.79503448118813490868e+09,1795034483.89935,99,'over','[]','[43, 31]','[0]');
INSERT INTO "matches" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg','maya',2,'',2,'{"areas": "usual", "variant": "none", "edition": "es-2021", "joining": "connected", "start": "first"}','239544160959772879565313016099797316265','3d250e5b68f27472e9c27ead97cecdfb','aJBNgxbgwD-_JbHbm-1_Pw','IcVRJX-t6zTs0QwGUl1Ojw',1.79503448391708612442e+09,1.79503448409142184259e+09,13,'running','[1]',NULL,NULL);
INSERT INTO "matches" VALUES('XPU7ZpmtRNlUKqGFg1nkLg','tzolkin',2,'',2,'{"score_floor": "zero", "quarter_points": "kept", "double_advance_round_26": "allowed", "double_advance_dummies": "ignored", "monument_skull": "returns", "tomb_build_architecture": "applies", "burn_with_open_corn": "allowed", "wasted_temple_choice": "allowed", "tomb_effect_order": "temple", "temple_points": "together"}','223157349021768227033813698596270660891','a36189a0eb98137e64c80e7c7568b730','aJBNgxbgwD-_JbHbm-1_Pw','F7kZgaAQHdG0mOkq8dK5uw',1.7950344841220514774e+09,1.79503448460194420816e+09,13,'running','[1]',NULL,NULL);
INSERT INTO "matches" VALUES('v4G_wNlQXSWEDFiNPcZlSg','amritsar',3,'',2,'{"maharaja": "normal", "spent_token": "keeps", "own_district": "yes", "origin_coins": "pay", "free_jump": "choice", "bridge_follow": "yes", "no_counter": "always", "market_lock": "turn", "majority_ranks": "skip", "solo_tie": "lost"}','23622296003738058396301620492038615339','947ab1d63b53adf50a892d37ecba6c1f','aJBNgxbgwD-_JbHbm-1_Pw','LT_ia4e-CzxXH93h-SkWHw',1.79503448467049717901e+09,1.79503448510055613521e+09,13,'running','[0]',NULL,NULL);
INSERT INTO "matches" VALUES('QqAjrAp3b1eRtMqRyTzfFA','yaxha',1,'',3,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','146230167972601005521175420368780648070','1cee0c9ff583861b4fe2dcd7a314827e','aJBNgxbgwD-_JbHbm-1_Pw','9Du_9p6zZRiYeO5jNzubNQ',1.79503448511018681528e+09,1.79503448511018681528e+09,0,'open','[]',NULL,NULL);
CREATE TABLE rematches (
	"match" VARCHAR(32) NOT NULL, 
	next VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_rematches PRIMARY KEY ("match"), 
	CONSTRAINT fk_rematches_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_rematches_next FOREIGN KEY(next) REFERENCES matches (id)
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
INSERT INTO "seats" VALUES('mZGOSBiOo1zgJgAaw67yaA',0,'person','Ana','aJBNgxbgwD-_JbHbm-1_Pw',0);
INSERT INTO "seats" VALUES('mZGOSBiOo1zgJgAaw67yaA',1,'person','Ben','Pk4dVvS_cY72NI_V5fRNKA',0);
INSERT INTO "seats" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',0,'person','Ana','aJBNgxbgwD-_JbHbm-1_Pw',0);
INSERT INTO "seats" VALUES('pFhr9ZFpqQk-Bsd6YMxGYg',1,'person','Ben','Pk4dVvS_cY72NI_V5fRNKA',0);
INSERT INTO "seats" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',0,'person','Ana','aJBNgxbgwD-_JbHbm-1_Pw',0);
INSERT INTO "seats" VALUES('XPU7ZpmtRNlUKqGFg1nkLg',1,'person','Ben','Pk4dVvS_cY72NI_V5fRNKA',0);
INSERT INTO "seats" VALUES('v4G_wNlQXSWEDFiNPcZlSg',0,'person','Ana','aJBNgxbgwD-_JbHbm-1_Pw',0);
INSERT INTO "seats" VALUES('v4G_wNlQXSWEDFiNPcZlSg',1,'person','Ben','Pk4dVvS_cY72NI_V5fRNKA',0);
INSERT INTO "seats" VALUES('QqAjrAp3b1eRtMqRyTzfFA',0,'person','Ana','aJBNgxbgwD-_JbHbm-1_Pw',0);
INSERT INTO "seats" VALUES('QqAjrAp3b1eRtMqRyTzfFA',1,'open','','',0);
INSERT INTO "seats" VALUES('QqAjrAp3b1eRtMqRyTzfFA',2,'open','','',0);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','8555615956db578d0c60ca490f7ed80bdbb5f3411b5904b916ac50f44bb094b3');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY ("match", number), 
	CONSTRAINT fk_snapshots_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('mZGOSBiOo1zgJgAaw67yaA',89,'{"number":89,"moves":88,"noticed":[63,45,19],"state":{"game":"yaxha","rules":1,"seats":2,"options":{"cards":"random","chosen_cards":"","side_apex":"included","side_incomplete":"outermost","second_largest_method":"table","zero_size_bonus":"scores","group_over_12":"36","hidden_bridge":"separates","self_blocking":"allowed","floating_frame":"floating","build_visibility":"hidden"},"luck":[1453493695,2578755191,2560057608,1787644311],"settled":19,"phase":"choose","round":10,"cards":["largest_orange","five_colours_level_2","one_colour_side"],"bag":[11,14,12,11,12],"market":[[3,3,4],[1,3,3]],"owners":[-1,-1],"initiative":[1,2],"chosen":[-1,-1],"taken":[-1,-1],"players":[{"cubes":[[-1,-2,0,0],[0,-2,0,3],[1,-2,0,3],[2,-2,0,4],[-1,-1,0,0],[0,-1,0,4],[1,-1,0,1],[2,-1,0,4],[-1,0,0,0],[0,0,0,2],[1,0,0,3],[2,0,0,1],[-1,1,0,1],[0,1,0,4],[1,1,0,4],[2,1,0,1],[-1,-2,1,3],[0,-2,1,2],[1,-2,1,3],[-1,-1,1,2],[0,-1,1,2],[1,-1,1,1],[-1,0,1,1],[0,0,1,4],[1,0,1,4],[-1,-1,2,1]],"hand":[0,0,0,0,0],"discarded":[1,0,0,0,0],"placed":[[1,0,1,4],[1,-2,1,3]],"done":false},{"cubes":[[0,-1,0,1],[1,-1,0,2],[2,-1,0,2],[3,-1,0,4],[0,0,0,3],[1,0,0,3],[2,0,0,0],[3,0,0,4],[0,1,0,2],[1,1,0,0],[2,1,0,0],[3,1,0,2],[0,2,0,4],[1,2,0,0],[2,2,0,2],[3,2,0,2],[0,-1,1,2],[1,-1,1,0],[2,-1,1,2],[0,0,1,3],[1,0,1,0],[2,0,1,4],[0,1,1,3],[1,1,1,0],[0,-1,2,0],[1,-1,2,0]],"hand":[0,0,0,0,0],"discarded":[0,1,0,0,0],"placed":[[1,0,1,0],[0,-1,2,0],[1,-1,2,0]],"done":false}]}}');
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
INSERT INTO "tokens" VALUES('E2h_RROOTE-_p_gM','aJBNgxbgwD-_JbHbm-1_Pw','mZGOSBiOo1zgJgAaw67yaA',0,1.79503448121200323106e+09,NULL);
INSERT INTO "tokens" VALUES('OdPfZUgsddWWfav8','Pk4dVvS_cY72NI_V5fRNKA','mZGOSBiOo1zgJgAaw67yaA',1,1.79503448124187612536e+09,NULL);
INSERT INTO "tokens" VALUES('DmIfvd8QwB2vn-4f','aJBNgxbgwD-_JbHbm-1_Pw','pFhr9ZFpqQk-Bsd6YMxGYg',0,1.79503448392404866217e+09,NULL);
INSERT INTO "tokens" VALUES('Nuv3awTNDyqjI3Fs','Pk4dVvS_cY72NI_V5fRNKA','pFhr9ZFpqQk-Bsd6YMxGYg',1,1.79503448395177793504e+09,NULL);
INSERT INTO "tokens" VALUES('07RAXIzguIHpNEd6','aJBNgxbgwD-_JbHbm-1_Pw','XPU7ZpmtRNlUKqGFg1nkLg',0,1.79503448413524866107e+09,NULL);
INSERT INTO "tokens" VALUES('sP7SSs21YavOqUQU','Pk4dVvS_cY72NI_V5fRNKA','XPU7ZpmtRNlUKqGFg1nkLg',1,1.79503448415278363224e+09,NULL);
INSERT INTO "tokens" VALUES('cJ3JZUl8o1V3O9mo','aJBNgxbgwD-_JbHbm-1_Pw','v4G_wNlQXSWEDFiNPcZlSg',0,1.79503448468596720692e+09,NULL);
INSERT INTO "tokens" VALUES('NsrbhQzuzvIREDLp','Pk4dVvS_cY72NI_V5fRNKA','v4G_wNlQXSWEDFiNPcZlSg',1,1.79503448471301555637e+09,NULL);
INSERT INTO "tokens" VALUES('z_VoMp03GnTWe48u','aJBNgxbgwD-_JbHbm-1_Pw','QqAjrAp3b1eRtMqRyTzfFA',0,1.79503448512150859828e+09,NULL);
CREATE INDEX ix_matches_stage_updated ON matches (stage, updated);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
