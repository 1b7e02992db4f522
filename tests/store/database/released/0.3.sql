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
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',1,1,'sit',0,'sit:E8JJBpk-uP4ew9zqZ46bLw',1.79503446619199252126e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',2,0,'move',0,'move-0',1.79503446630130767823e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',3,1,'move',0,'move-1',1.79503446632307052614e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',4,0,'move',533,'move-2',1.79503446635098218913e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',5,0,'move',148,'move-3',1.79503446638218402868e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',6,0,'move',154,'move-4',1.79503446646758556366e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',7,0,'move',4,'move-5',1.79503446648930525776e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',8,1,'move',155,'move-6',1.79503446650641918184e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',9,1,'move',282,'move-7',1.79503446653824257853e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',10,1,'move',23,'move-8',1.79503446659362936015e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',11,1,'move',4,'move-9',1.79503446663722205159e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',12,0,'move',1,'move-10',1.79503446667150187493e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',13,1,'move',0,'move-11',1.79503446672977423669e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',14,0,'move',288,'move-12',1.79503446677567601204e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',15,0,'move',163,'move-13',1.79503446683867144586e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',16,0,'move',164,'move-14',1.79503446686010026929e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',17,0,'move',4,'move-15',1.79503446687878298756e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',18,1,'move',409,'move-16',1.79503446689433646199e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',19,1,'move',415,'move-17',1.79503446695997262005e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',20,1,'move',158,'move-18',1.79503446700034689905e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',21,1,'move',4,'move-19',1.79503446703848314287e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',22,0,'move',0,'move-20',1.79503446707472848892e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',23,1,'move',1,'move-21',1.79503446712456893917e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',24,0,'move',15,'move-22',1.79503446720923447608e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',25,0,'move',140,'move-23',1.79503446725020503996e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',26,0,'move',394,'move-24',1.79503446729670786859e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',27,0,'move',4,'move-25',1.79503446734058928488e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',28,1,'move',414,'move-26',1.79503446745361518862e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',29,1,'move',169,'move-27',1.7950344674792971611e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',30,1,'move',542,'move-28',1.79503446750682449338e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',31,1,'move',4,'move-29',1.79503446753283953671e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',32,0,'move',0,'move-30',1.79503446758639383313e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',33,1,'move',1,'move-31',1.79503446763913202281e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',34,0,'move',399,'move-32',1.7950344678073163032e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',35,0,'move',35,'move-33',1795034467.89126);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',36,0,'move',23,'move-34',1.79503446798372220992e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',37,0,'move',4,'move-35',1.79503446803925919531e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',38,1,'move',274,'move-36',1.79503446811833834652e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',39,1,'move',548,'move-37',1.79503446818421483035e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',40,1,'move',151,'move-38',1.79503446825598859783e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',41,1,'move',4,'move-39',1.79503446833685755728e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',42,0,'move',1,'move-40',1.7950344684070403576e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',43,1,'move',0,'move-41',1.79503446851995038984e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',44,0,'move',446,'move-42',1.79503446860049223898e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',45,0,'move',578,'move-43',1.7950344687376639843e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',46,0,'move',521,'move-44',1.79503446893838381772e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',47,0,'move',4,'move-45',1.7950344690272421837e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',48,1,'move',585,'move-46',1.79503446908442401879e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',49,1,'move',171,'move-47',1.7950344692447030544e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',50,1,'move',150,'move-48',1.79503446931478524207e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',51,1,'move',4,'move-49',1.7950344695556724071e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',52,0,'move',1,'move-50',1.79503446964703822132e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',53,1,'move',0,'move-51',1.79503446972516131395e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',54,0,'move',189,'move-52',1.79503446988038158418e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',55,0,'move',283,'move-53',1.79503447001417779918e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',56,0,'move',440,'move-54',1.79503447009957075122e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',57,0,'move',4,'move-55',1.79503447014718198779e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',58,1,'move',460,'move-56',1.79503447027123522756e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',59,1,'move',197,'move-57',1.79503447040391731263e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',60,1,'move',196,'move-58',1.79503447052607226371e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',61,1,'move',4,'move-59',1.79503447057571721072e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',62,0,'move',1,'move-60',1.79503447073541736603e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',63,1,'move',0,'move-61',1.79503447078821635248e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',64,0,'move',282,'move-62',1.79503447083098220823e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',65,0,'move',328,'move-63',1.79503447086869573597e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',66,0,'move',327,'move-64',1.79503447091592788697e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',67,0,'move',4,'move-65',1.79503447098650288586e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',68,1,'move',195,'move-66',1.79503447108448529242e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',69,1,'move',453,'move-67',1.79503447120532321932e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',70,1,'move',46,'move-68',1.79503447128120613091e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',71,1,'move',4,'move-69',1.79503447134793853766e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',72,0,'move',1,'move-70',1.79503447149409151072e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',73,1,'move',0,'move-71',1.79503447153897762299e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',74,0,'move',24,'move-72',1.79503447155901241305e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',75,0,'move',70,'move-73',1.79503447164348721508e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',76,0,'move',69,'move-74',1795034471.69587);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',77,0,'move',4,'move-75',1795034471.73442);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',78,1,'move',454,'move-76',1.79503447180669713015e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',79,1,'move',165,'move-77',1.79503447186664390569e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',80,1,'move',209,'move-78',1.79503447190610122678e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',81,1,'move',4,'move-79',1.79503447195497059822e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',82,0,'move',1,'move-80',1.79503447201152658467e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',83,1,'move',1,'move-81',1.79503447206879401202e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',84,0,'move',475,'move-82',1.79503447214353203768e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',85,0,'move',102,'move-83',1.79503447224553751944e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',86,0,'move',442,'move-84',1.79503447233204913146e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',87,0,'move',4,'move-85',1795034472.47589);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',88,1,'move',455,'move-86',1.79503447256091713908e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',89,1,'move',4,'move-87',1.79503447266713285447e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',90,0,'move',0,'move-88',1.79503447277654123309e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',91,1,'move',1,'move-89',1.79503447291961812978e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',92,0,'move',476,'move-90',1.79503447301796555512e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',93,0,'move',481,'move-91',1.79503447311489367486e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',94,0,'move',4,'move-92',1.79503447319132018091e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',95,1,'move',486,'move-93',1.79503447323577451709e+09);
INSERT INTO "log" VALUES('1-f02QD0f3y2Xk-jmtWOsg',96,1,'move',4,'move-94',1.79503447330507016183e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',1,1,'sit',0,'sit:E8JJBpk-uP4ew9zqZ46bLw',1.79503447348007774348e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',2,0,'move',1,'move-0',1.79503447361369490621e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',3,0,'move',16,'move-1',1.79503447364528417591e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',4,0,'move',41,'move-2',1.79503447372670483584e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',5,0,'move',0,'move-3',1.79503447375722646715e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',6,1,'move',10,'move-4',1.79503447380364084245e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',7,1,'move',37,'move-5',1.79503447386348962788e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',8,1,'move',0,'move-6',1.79503447392788076397e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',9,0,'move',4,'move-7',1.79503447399225401874e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',10,0,'move',43,'move-8',1.79503447405656170847e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',11,0,'move',4,'move-9',1.79503447411114549635e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',12,0,'move',49,'move-10',1.79503447416104245184e+09);
INSERT INTO "log" VALUES('cFxzt_KxDHqResvdr-ehVQ',13,0,'move',0,'move-11',1.79503447421811127664e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',1,1,'sit',0,'sit:E8JJBpk-uP4ew9zqZ46bLw',1.7950344743654637337e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',2,0,'move',4,'move-0',1.79503447446726250649e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',3,1,'move',3,'move-1',1.79503447449723052978e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',4,1,'move',12,'move-2',1.79503447455892157559e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',5,1,'move',149,'move-3',1.79503447459952664372e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',6,0,'move',11,'move-4',1.79503447463387966155e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',7,0,'move',12,'move-5',1.79503447468301892278e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',8,0,'move',149,'move-6',1.79503447473554492001e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',9,1,'move',9,'move-7',1.79503447474282503129e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',10,1,'move',13,'move-8',1.79503447475055480007e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',11,1,'move',149,'move-9',1.79503447475707650186e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',12,0,'move',13,'move-10',1.79503447476319742204e+09);
INSERT INTO "log" VALUES('hRMhcKHFHytdNPT5lIbd6A',13,0,'move',149,'move-11',1.79503447476836657525e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',1,1,'sit',0,'sit:E8JJBpk-uP4ew9zqZ46bLw',1.79503447482001280786e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',2,1,'move',83,'move-0',1.79503447485678648953e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',3,1,'move',94,'move-1',1.79503447489192247393e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',4,0,'move',83,'move-2',1.79503447491608285899e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',5,0,'move',93,'move-3',1.79503447493748950953e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',6,1,'move',3,'move-4',1.79503447496428942685e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',7,1,'move',13,'move-5',1.79503447500045871729e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',8,1,'move',21,'move-6',1.79503447503208541863e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',9,1,'move',27,'move-7',1.79503447506110310558e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',10,1,'move',33,'move-8',1.79503447509144401549e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',11,1,'move',126,'move-9',1.79503447513058710096e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',12,0,'move',1,'move-10',1.79503447514101386068e+09);
INSERT INTO "log" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',13,0,'move',20,'move-11',1.79503447516479492187e+09);
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
INSERT INTO "matches" VALUES('1-f02QD0f3y2Xk-jmtWOsg','yaxha',1,'',2,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','219759640990499143827091194071068343668','a166a42080bdacb93f23a489487563ec','eThbZW901kJNHnHwKJsk6g','mmCjic9VsNwdPJOsF3Pyyw',1.7950344660768146515e+09,1.79503447330507016183e+09,96,'over','[]','[34, 46]','[1]');
INSERT INTO "matches" VALUES('cFxzt_KxDHqResvdr-ehVQ','maya',1,'',2,'{"areas": "usual", "variant": "none", "edition": "es-2021", "joining": "edition", "start": "first"}','319206277561074721918725603445489781494','87b536e60802ce0f842a356ba4f53b1d','eThbZW901kJNHnHwKJsk6g','PRERNJEb_MVLynnxjbAidw',1.79503447335537099837e+09,1.79503447421811127664e+09,13,'running','[1]',NULL,NULL);
INSERT INTO "matches" VALUES('hRMhcKHFHytdNPT5lIbd6A','tzolkin',1,'',2,'{"score_floor": "zero", "quarter_points": "kept", "double_advance_round_26": "allowed", "double_advance_dummies": "ignored", "monument_skull": "returns", "tomb_build_architecture": "applies", "burn_with_open_corn": "allowed", "wasted_temple_choice": "allowed", "tomb_effect_order": "temple"}','22908256139084695060809951094056026189','d81d3fa49a088a6b1bf8b896115a74d7','eThbZW901kJNHnHwKJsk6g','MvgUs3Ac06oYI2M1KmBEDQ',1.79503447426843810086e+09,1.79503447476836657525e+09,13,'running','[1]',NULL,NULL);
INSERT INTO "matches" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ','amritsar',2,'',2,'{"maharaja": "normal", "spent_token": "keeps", "origin_coins": "pay", "bridge_follow": "yes", "no_counter": "always", "market_lock": "turn", "majority_ranks": "skip", "solo_tie": "lost"}','202692040330971962437549001034520267051','04fd6f945a0a3b468d43b0828f0944bd','eThbZW901kJNHnHwKJsk6g','6wJVtifm4RQDsEyNyw9NTg',1.7950344747846384048e+09,1.79503447516479492187e+09,13,'running','[0]',NULL,NULL);
INSERT INTO "matches" VALUES('6KP_BPYCXkGg0wZBU3ggrA','yaxha',1,'',3,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','25360570200223321776186325658227093161','3eb787a7f3b715548e4b117abe820517','eThbZW901kJNHnHwKJsk6g','eHITsc7MhX_fYJx_T7DqjQ',1.79503447518806481366e+09,1.79503447518806481366e+09,0,'open','[]',NULL,NULL);
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
INSERT INTO "seats" VALUES('1-f02QD0f3y2Xk-jmtWOsg',0,'person','Ana','eThbZW901kJNHnHwKJsk6g',0);
INSERT INTO "seats" VALUES('1-f02QD0f3y2Xk-jmtWOsg',1,'person','Ben','E8JJBpk-uP4ew9zqZ46bLw',0);
INSERT INTO "seats" VALUES('cFxzt_KxDHqResvdr-ehVQ',0,'person','Ana','eThbZW901kJNHnHwKJsk6g',0);
INSERT INTO "seats" VALUES('cFxzt_KxDHqResvdr-ehVQ',1,'person','Ben','E8JJBpk-uP4ew9zqZ46bLw',0);
INSERT INTO "seats" VALUES('hRMhcKHFHytdNPT5lIbd6A',0,'person','Ana','eThbZW901kJNHnHwKJsk6g',0);
INSERT INTO "seats" VALUES('hRMhcKHFHytdNPT5lIbd6A',1,'person','Ben','E8JJBpk-uP4ew9zqZ46bLw',0);
INSERT INTO "seats" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',0,'person','Ana','eThbZW901kJNHnHwKJsk6g',0);
INSERT INTO "seats" VALUES('XgJ1HXftGFFkoV-Vq5O_FQ',1,'person','Ben','E8JJBpk-uP4ew9zqZ46bLw',0);
INSERT INTO "seats" VALUES('6KP_BPYCXkGg0wZBU3ggrA',0,'person','Ana','eThbZW901kJNHnHwKJsk6g',0);
INSERT INTO "seats" VALUES('6KP_BPYCXkGg0wZBU3ggrA',1,'open','','',0);
INSERT INTO "seats" VALUES('6KP_BPYCXkGg0wZBU3ggrA',2,'open','','',0);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','60b459bf9fc2036a5b5941397239807e52f0ce99a7b2af2971e766bf8e0ace37');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY ("match", number), 
	CONSTRAINT fk_snapshots_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('1-f02QD0f3y2Xk-jmtWOsg',89,'{"number":89,"moves":88,"noticed":[64,44,19],"state":{"game":"yaxha","rules":1,"seats":2,"options":{"cards":"random","chosen_cards":"","side_apex":"included","side_incomplete":"outermost","second_largest_method":"table","zero_size_bonus":"scores","group_over_12":"36","hidden_bridge":"separates","self_blocking":"allowed","floating_frame":"floating","build_visibility":"hidden"},"luck":[3224263525,1806723396,2014145029,2329847751],"settled":19,"phase":"choose","round":10,"cards":["largest_grey","second_largest","three_colours"],"bag":[13,6,16,8,17],"market":[[1,3,3],[0,3,4]],"owners":[-1,-1],"initiative":[2,1],"chosen":[-1,-1],"taken":[-1,-1],"players":[{"cubes":[[-1,-2,0,1],[0,-2,0,0],[1,-2,0,3],[2,-2,0,4],[-1,-1,0,3],[0,-1,0,1],[1,-1,0,0],[2,-1,0,0],[-1,0,0,1],[0,0,0,4],[1,0,0,2],[2,0,0,2],[-1,1,0,0],[0,1,0,2],[1,1,0,1],[2,1,0,1],[-1,-2,1,3],[0,-2,1,1],[1,-2,1,3],[-1,-1,1,3],[0,-1,1,0],[1,-1,1,0],[-1,0,1,4],[0,0,1,2],[1,0,1,2],[-1,-2,2,3],[-1,-1,2,0]],"hand":[0,0,0,0,0],"discarded":[0,0,0,0,0],"placed":[[-1,-2,2,3],[-1,-1,2,0],[1,-2,1,3]],"done":false},{"cubes":[[0,-1,0,2],[1,-1,0,0],[2,-1,0,1],[3,-1,0,1],[0,0,0,1],[1,0,0,2],[2,0,0,3],[3,0,0,1],[0,1,0,3],[1,1,0,3],[2,1,0,4],[3,1,0,1],[0,2,0,1],[1,2,0,4],[2,2,0,1],[3,2,0,0],[0,-1,1,1],[1,-1,1,1],[2,-1,1,1],[0,0,1,3],[1,0,1,3],[2,0,1,3],[0,1,1,4],[1,1,1,3],[2,1,1,1]],"hand":[0,0,0,0,0],"discarded":[1,0,1,0,0],"placed":[[2,0,1,3]],"done":false}]}}');
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
INSERT INTO "tokens" VALUES('8vanPrzdnZ-RA6HN','eThbZW901kJNHnHwKJsk6g','1-f02QD0f3y2Xk-jmtWOsg',0,1.79503446615277695653e+09,NULL);
INSERT INTO "tokens" VALUES('TINpsQneX7-ylrp8','E8JJBpk-uP4ew9zqZ46bLw','1-f02QD0f3y2Xk-jmtWOsg',1,1.79503446626644229885e+09,NULL);
INSERT INTO "tokens" VALUES('7GsLIY7LGg2lUr5T','eThbZW901kJNHnHwKJsk6g','cFxzt_KxDHqResvdr-ehVQ',0,1.79503447342228555677e+09,NULL);
INSERT INTO "tokens" VALUES('2AYNaM5MRKM9SlT8','E8JJBpk-uP4ew9zqZ46bLw','cFxzt_KxDHqResvdr-ehVQ',1,1.79503447356728243824e+09,NULL);
INSERT INTO "tokens" VALUES('TKQ5ZexUrh6lOqnk','eThbZW901kJNHnHwKJsk6g','hRMhcKHFHytdNPT5lIbd6A',0,1.79503447430580973624e+09,NULL);
INSERT INTO "tokens" VALUES('Ftgf2oghQGL164z5','E8JJBpk-uP4ew9zqZ46bLw','hRMhcKHFHytdNPT5lIbd6A',1,1.79503447441975951199e+09,NULL);
INSERT INTO "tokens" VALUES('k4RSdhrzy2rVTLNm','eThbZW901kJNHnHwKJsk6g','XgJ1HXftGFFkoV-Vq5O_FQ',0,1.79503447479535388942e+09,NULL);
INSERT INTO "tokens" VALUES('c7UjMR-WP-JBnzVm','E8JJBpk-uP4ew9zqZ46bLw','XgJ1HXftGFFkoV-Vq5O_FQ',1,1.79503447483376049999e+09,NULL);
INSERT INTO "tokens" VALUES('L1iY6PSxCFPIR--e','eThbZW901kJNHnHwKJsk6g','6KP_BPYCXkGg0wZBU3ggrA',0,1.79503447520018672941e+09,NULL);
CREATE INDEX ix_matches_stage_updated ON matches (stage, updated);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
