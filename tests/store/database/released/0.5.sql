BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
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
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',1,1,'sit',0,'sit:zZJDDPcswjdtnS-DTxriMw',1.79503449099343490597e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',2,0,'move',0,'move-0',1.79503449101284694678e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',3,1,'move',0,'move-1',1.79503449102516484262e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',4,0,'move',533,'move-2',1.79503449103572678561e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',5,0,'move',154,'move-3',1.79503449106035137174e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',6,0,'move',534,'move-4',1.79503449107421493525e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',7,0,'move',4,'move-5',1.79503449108818078044e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',8,1,'move',155,'move-6',1.79503449110506057735e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',9,1,'move',282,'move-7',1.79503449112311029437e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',10,1,'move',23,'move-8',1.79503449113720393174e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',11,1,'move',4,'move-9',1.79503449114911031725e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',12,0,'move',1,'move-10',1.79503449116168618199e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',13,1,'move',0,'move-11',1.79503449117664623264e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',14,0,'move',535,'move-12',1795034491.20293);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',15,0,'move',163,'move-13',1.79503449123103690147e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',16,0,'move',147,'move-14',1.79503449127485203745e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',17,0,'move',4,'move-15',1.79503449129072165492e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',18,1,'move',148,'move-16',1.79503449132457876206e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',19,1,'move',37,'move-17',1.79503449133915019032e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',20,1,'move',520,'move-18',1.79503449135257029528e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',21,1,'move',4,'move-19',1.79503449136244869234e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',22,0,'move',0,'move-20',1.79503449136764168742e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',23,1,'move',0,'move-21',1.7950344913885810375e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',24,0,'move',392,'move-22',1.79503449140370798103e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',25,0,'move',528,'move-23',1.79503449142932677267e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',26,0,'move',413,'move-24',1.79503449144037175184e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',27,0,'move',4,'move-25',1.79503449144998574252e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',28,1,'move',150,'move-26',1.79503449147882986067e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',29,1,'move',36,'move-27',1.79503449150717568402e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',30,1,'move',287,'move-28',1.79503449153089618688e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',31,1,'move',4,'move-29',1.79503449154625797272e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',32,0,'move',0,'move-30',1795034491.58334);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',33,1,'move',1,'move-31',1.79503449159626221652e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',34,0,'move',401,'move-32',1.79503449160972785953e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',35,0,'move',269,'move-33',1.79503449162130260469e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',36,0,'move',142,'move-34',1.79503449164297795292e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',37,0,'move',4,'move-35',1.7950344916726431847e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',38,1,'move',280,'move-36',1.79503449168859434133e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',39,1,'move',395,'move-37',1.79503449170277881623e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',40,1,'move',416,'move-38',1.79503449171476078035e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',41,1,'move',4,'move-39',1.79503449174271583563e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',42,0,'move',0,'move-40',1.79503449176294922829e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',43,1,'move',1,'move-41',1.79503449182172751421e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',44,0,'move',542,'move-42',1.79503449184217381481e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',45,0,'move',580,'move-43',1.79503449188559508322e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',46,0,'move',141,'move-44',1.79503449190033435821e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',47,0,'move',4,'move-45',1.79503449194343757625e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',48,1,'move',283,'move-46',1.79503449196325635906e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',49,1,'move',147,'move-47',1.79503449198166418077e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',50,1,'move',568,'move-48',1.79503449203493022912e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',51,1,'move',4,'move-49',1.79503449206243467328e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',52,0,'move',1,'move-50',1.79503449208176946638e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',53,1,'move',0,'move-51',1.79503449210698533058e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',54,0,'move',316,'move-52',1.79503449215729665756e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',55,0,'move',526,'move-53',1.79503449219640421868e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',56,0,'move',36,'move-54',1795034492.2209);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',57,0,'move',4,'move-55',1.79503449224657750131e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',58,1,'move',141,'move-56',1.79503449228881120681e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',59,1,'move',392,'move-57',1.79503449232198786732e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',60,1,'move',321,'move-58',1.79503449235452365879e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',61,1,'move',4,'move-59',1.79503449237261629108e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',62,0,'move',1,'move-60',1.79503449238199019434e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',63,1,'move',0,'move-61',1.79503449239964723584e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',64,0,'move',573,'move-62',1.79503449241397333149e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',65,0,'move',75,'move-63',1.79503449242788982393e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',66,0,'move',74,'move-64',1.79503449244190526005e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',67,0,'move',4,'move-65',1.79503449245510697364e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',68,1,'move',328,'move-66',1.79503449247546076773e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',69,1,'move',440,'move-67',1.79503449249549245836e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',70,1,'move',63,'move-68',1.79503449251910471911e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',71,1,'move',4,'move-69',1.79503449254681134226e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',72,0,'move',1,'move-70',1.79503449256714582441e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',73,1,'move',1,'move-71',1.79503449260912299159e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',74,0,'move',194,'move-72',1.79503449263471794123e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',75,0,'move',102,'move-73',1.79503449264754724509e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',76,0,'move',4,'move-74',1.79503449265373563764e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',77,1,'move',320,'move-75',1.79503449267074131965e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',78,1,'move',327,'move-76',1.79503449269563102727e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',79,1,'move',475,'move-77',1.79503449271545267103e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',80,1,'move',4,'move-78',1.79503449273321366314e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',81,0,'move',0,'move-79',1.79503449275012540815e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',82,1,'move',0,'move-80',1.79503449276688694952e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',83,0,'move',188,'move-81',1.79503449278375315665e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',84,0,'move',189,'move-82',1.79503449280384922022e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',85,0,'move',97,'move-83',1.79503449281576728819e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',86,0,'move',4,'move-84',1.79503449285333085061e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',87,1,'move',574,'move-85',1.7950344928710186481e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',88,1,'move',355,'move-86',1.79503449289052772518e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',89,1,'move',602,'move-87',1.79503449295222687717e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',90,1,'move',4,'move-88',1.79503449296732807156e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',91,0,'move',1,'move-89',1.79503449298800015453e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',92,1,'move',0,'move-90',1.79503449303416132924e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',93,0,'move',448,'move-91',1.79503449306375598907e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',94,0,'move',607,'move-92',1.79503449311021685604e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',95,0,'move',350,'move-93',1.79503449315138411518e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',96,0,'move',4,'move-94',1.79503449319546961779e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',97,1,'move',326,'move-95',1.79503449326031470295e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',98,1,'move',480,'move-96',1.79503449331047320366e+09);
INSERT INTO "log" VALUES('vr3VcnSxQ2wvI78r8llJ8A',99,1,'move',4,'move-97',1.79503449335406565666e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',1,1,'sit',0,'sit:zZJDDPcswjdtnS-DTxriMw',1.79503449339861583704e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',2,0,'move',8,'move-0',1.79503449344758391381e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',3,0,'move',41,'move-1',1.79503449346301770205e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',4,0,'move',0,'move-2',1.79503449347009682657e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',5,1,'move',1,'move-3',1.79503449348400855069e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',6,1,'move',16,'move-4',1.79503449350281357767e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',7,1,'move',37,'move-5',1.79503449353267359738e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',8,1,'move',0,'move-6',1.79503449356031489375e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',9,0,'move',1,'move-7',1.79503449356688642504e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',10,0,'move',14,'move-8',1.7950344935712761879e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',11,0,'move',28,'move-9',1.7950344935756316185e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',12,0,'move',0,'move-10',1.7950344935805292129e+09);
INSERT INTO "log" VALUES('xUikV-KkauH6SSiHo2_6TQ',13,1,'move',7,'move-11',1.7950344935868589878e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',1,1,'sit',0,'sit:zZJDDPcswjdtnS-DTxriMw',1.79503449360349416727e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',2,0,'move',4,'move-0',1.7950344936178758144e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',3,1,'move',0,'move-1',1.795034493624871254e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',4,0,'move',10,'move-2',1.79503449362962532037e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',5,0,'move',14,'move-3',1.79503449363892555231e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',6,0,'move',10,'move-4',1.79503449364918494222e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',7,0,'move',149,'move-5',1.79503449366629409789e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',8,1,'move',9,'move-6',1.79503449368479108807e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',9,1,'move',13,'move-7',1.79503449371048474309e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',10,1,'move',11,'move-8',1.79503449372832322118e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',11,1,'move',149,'move-9',1.79503449376950931551e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',12,0,'move',150,'move-10',1.79503449378709316252e+09);
INSERT INTO "log" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',13,1,'move',6,'move-11',1.79503449380394458773e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',1,1,'sit',0,'sit:zZJDDPcswjdtnS-DTxriMw',1.79503449385894918444e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',2,1,'move',82,'move-0',1.79503449388326287265e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',3,1,'move',96,'move-1',1.79503449390487837796e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',4,0,'move',82,'move-2',1.79503449392002511022e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',5,0,'move',94,'move-3',1.79503449393199753761e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',6,1,'move',2,'move-4',1.79503449399067735673e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',7,1,'move',17,'move-5',1.79503449404482507702e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',8,1,'move',21,'move-6',1.79503449410053277012e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',9,1,'move',31,'move-7',1.79503449414631581311e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',10,1,'move',37,'move-8',1.79503449419379234319e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',11,1,'move',52,'move-9',1.7950344942449531555e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',12,1,'move',126,'move-10',1.79503449429602408406e+09);
INSERT INTO "log" VALUES('lPgmMt11Mw8GtBBx8bGlzw',13,1,'move',34,'move-11',1.79503449435471439362e+09);
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
	winners TEXT, start TEXT, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_invite UNIQUE (invite)
);
INSERT INTO "matches" VALUES('vr3VcnSxQ2wvI78r8llJ8A','yaxha',1,'',2,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','24394608237861570750932793589265882216','188b4c5b7221351d5be4bc241515611a','Lz3DoCKjgVXvIEaDJdSV2Q','1K5Acc0TFbg2UDPxEuE6hQ',1.7950344909250688553e+09,1.79503449335406565666e+09,99,'over','[]','[53, 38]','[0]',NULL);
INSERT INTO "matches" VALUES('xUikV-KkauH6SSiHo2_6TQ','maya',2,'',2,'{"areas": "usual", "variant": "none", "edition": "es-2021", "joining": "connected", "start": "first"}','233271756264103526272656078804357779727','6a4d9c4cb8070c4a63e4b4281d00b8ec','Lz3DoCKjgVXvIEaDJdSV2Q','nbxnLl0Li7tr9pgMZ_YOmw',1.79503449338019514087e+09,1.7950344935868589878e+09,13,'running','[1]',NULL,NULL,NULL);
INSERT INTO "matches" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A','tzolkin',2,'',2,'{"score_floor": "zero", "quarter_points": "kept", "double_advance_round_26": "allowed", "double_advance_dummies": "ignored", "monument_skull": "returns", "tomb_build_architecture": "applies", "burn_with_open_corn": "allowed", "wasted_temple_choice": "allowed", "tomb_effect_order": "temple", "temple_points": "together"}','99401899954745487153689148793692923624','4b5678409adef05229a90e1031260edf','Lz3DoCKjgVXvIEaDJdSV2Q','PxxXasQ7FB57FusJyJ_aoA',1.79503449359519100195e+09,1.79503449380394458773e+09,13,'running','[1]',NULL,NULL,NULL);
INSERT INTO "matches" VALUES('lPgmMt11Mw8GtBBx8bGlzw','amritsar',3,'',2,'{"maharaja": "normal", "spent_token": "keeps", "own_district": "yes", "origin_coins": "pay", "free_jump": "choice", "bridge_follow": "yes", "no_counter": "always", "market_lock": "turn", "majority_ranks": "skip", "solo_tie": "lost"}','74585646086661989682663767745734452751','e6cb4d09cf553ae24c78b885f47b6c48','Lz3DoCKjgVXvIEaDJdSV2Q','vvXDDLIRNFpnnPkjvFXgSw',1.7950344938395569324e+09,1.79503449435471439362e+09,13,'running','[1]',NULL,NULL,NULL);
INSERT INTO "matches" VALUES('fha9MHetWDuST1vwW6UZdw','yaxha',1,'',3,'{"cards": "random", "chosen_cards": "", "side_apex": "included", "side_incomplete": "outermost", "second_largest_method": "table", "zero_size_bonus": "scores", "group_over_12": "36", "hidden_bridge": "separates", "self_blocking": "allowed", "floating_frame": "floating", "build_visibility": "hidden"}','250350280120923838018249734713336121722','130abe15800e82dbf05bbae44b3fd837','Lz3DoCKjgVXvIEaDJdSV2Q','2rX70v0LxL2OfWw_x2mT0A',1795034494.38882,1795034494.38882,0,'open','[]',NULL,NULL,NULL);
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
INSERT INTO "seats" VALUES('vr3VcnSxQ2wvI78r8llJ8A',0,'person','Ana','Lz3DoCKjgVXvIEaDJdSV2Q',0);
INSERT INTO "seats" VALUES('vr3VcnSxQ2wvI78r8llJ8A',1,'person','Ben','zZJDDPcswjdtnS-DTxriMw',0);
INSERT INTO "seats" VALUES('xUikV-KkauH6SSiHo2_6TQ',0,'person','Ana','Lz3DoCKjgVXvIEaDJdSV2Q',0);
INSERT INTO "seats" VALUES('xUikV-KkauH6SSiHo2_6TQ',1,'person','Ben','zZJDDPcswjdtnS-DTxriMw',0);
INSERT INTO "seats" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',0,'person','Ana','Lz3DoCKjgVXvIEaDJdSV2Q',0);
INSERT INTO "seats" VALUES('Oil3u0Z-n8Gs6v5Q3Ows7A',1,'person','Ben','zZJDDPcswjdtnS-DTxriMw',0);
INSERT INTO "seats" VALUES('lPgmMt11Mw8GtBBx8bGlzw',0,'person','Ana','Lz3DoCKjgVXvIEaDJdSV2Q',0);
INSERT INTO "seats" VALUES('lPgmMt11Mw8GtBBx8bGlzw',1,'person','Ben','zZJDDPcswjdtnS-DTxriMw',0);
INSERT INTO "seats" VALUES('fha9MHetWDuST1vwW6UZdw',0,'person','Ana','Lz3DoCKjgVXvIEaDJdSV2Q',0);
INSERT INTO "seats" VALUES('fha9MHetWDuST1vwW6UZdw',1,'open','','',0);
INSERT INTO "seats" VALUES('fha9MHetWDuST1vwW6UZdw',2,'open','','',0);
CREATE TABLE secrets (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_secrets PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','81dd5e4fc743ad9ff55d9e74dfc84915e545a88c493ce086f785ea9a9f16875b');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_snapshots PRIMARY KEY ("match", number), 
	CONSTRAINT fk_snapshots_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('vr3VcnSxQ2wvI78r8llJ8A',90,'{"number":90,"moves":89,"noticed":[63,46,19],"state":{"game":"yaxha","rules":1,"seats":2,"options":{"cards":"random","chosen_cards":"","side_apex":"included","side_incomplete":"outermost","second_largest_method":"table","zero_size_bonus":"scores","group_over_12":"36","hidden_bridge":"separates","self_blocking":"allowed","floating_frame":"floating","build_visibility":"hidden"},"luck":[3039657155,3629272777,1976701679,489214235],"settled":19,"phase":"choose","round":10,"cards":["largest_blue","largest_level_1","five_colours_level_1"],"bag":[14,10,11,14,11],"market":[[1,2,3],[2,3,4]],"owners":[-1,-1],"initiative":[2,1],"chosen":[-1,-1],"taken":[-1,-1],"players":[{"cubes":[[-1,-2,0,3],[0,-2,0,1],[1,-2,0,1],[2,-2,0,2],[-1,-1,0,1],[0,-1,0,4],[1,-1,0,3],[2,-1,0,4],[-1,0,0,1],[0,0,0,4],[1,0,0,4],[2,0,0,4],[-1,1,0,3],[0,1,0,0],[1,1,0,1],[2,1,0,4],[-1,-2,1,1],[0,-2,1,1],[1,-2,1,2],[-1,-1,1,1],[0,-1,1,4],[-1,0,1,0],[0,0,1,0],[1,0,1,4],[-1,-2,2,0],[-1,-1,2,0]],"hand":[0,0,0,0,0],"discarded":[1,0,0,0,0],"placed":[[-1,-2,1,1],[0,-2,1,1],[-1,-2,2,0]],"done":false},{"cubes":[[-1,-2,0,3],[0,-2,0,1],[1,-2,0,4],[2,-2,0,3],[-1,-1,0,1],[0,-1,0,1],[1,-1,0,0],[2,-1,0,1],[-1,0,0,2],[0,0,0,1],[1,0,0,2],[2,0,0,2],[-1,1,0,2],[0,1,0,0],[1,1,0,0],[2,1,0,3],[-1,-2,1,3],[0,-2,1,0],[1,-2,1,4],[-1,-1,1,2],[0,-1,1,2],[1,-1,1,4],[0,0,1,2],[1,0,1,2],[-1,-2,2,3],[0,-2,2,4],[0,-1,2,2]],"hand":[0,0,0,0,0],"discarded":[0,0,0,0,0],"placed":[[1,-1,1,4],[0,-1,2,2],[0,-2,2,4]],"done":false}]}}');
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
INSERT INTO "tokens" VALUES('-zNtTLy-UhTqqnxa','Lz3DoCKjgVXvIEaDJdSV2Q','vr3VcnSxQ2wvI78r8llJ8A',0,1.7950344909805850983e+09,NULL);
INSERT INTO "tokens" VALUES('3OuFUBZ-S9qKeGel','zZJDDPcswjdtnS-DTxriMw','vr3VcnSxQ2wvI78r8llJ8A',1,1.79503449100040745733e+09,NULL);
INSERT INTO "tokens" VALUES('QnCxgshLhCdoHZ89','Lz3DoCKjgVXvIEaDJdSV2Q','xUikV-KkauH6SSiHo2_6TQ',0,1.79503449338528203965e+09,NULL);
INSERT INTO "tokens" VALUES('GGe4FyhlHQIFD0TW','zZJDDPcswjdtnS-DTxriMw','xUikV-KkauH6SSiHo2_6TQ',1,1.79503449342103910449e+09,NULL);
INSERT INTO "tokens" VALUES('hdk8hwgWXBlHDaSE','Lz3DoCKjgVXvIEaDJdSV2Q','Oil3u0Z-n8Gs6v5Q3Ows7A',0,1.79503449359854459765e+09,NULL);
INSERT INTO "tokens" VALUES('-Y_OkMxYx4Ma4Mvk','zZJDDPcswjdtnS-DTxriMw','Oil3u0Z-n8Gs6v5Q3Ows7A',1,1.79503449360813188556e+09,NULL);
INSERT INTO "tokens" VALUES('muEPJRhjhpC3vwpo','Lz3DoCKjgVXvIEaDJdSV2Q','lPgmMt11Mw8GtBBx8bGlzw',0,1.79503449384588694573e+09,NULL);
INSERT INTO "tokens" VALUES('8m_enH-QLuqgQtXj','zZJDDPcswjdtnS-DTxriMw','lPgmMt11Mw8GtBBx8bGlzw',1,1.79503449386648702623e+09,NULL);
INSERT INTO "tokens" VALUES('5jM3tJdPfTYkpk2b','Lz3DoCKjgVXvIEaDJdSV2Q','fha9MHetWDuST1vwW6UZdw',0,1.79503449440235042576e+09,NULL);
CREATE INDEX ix_matches_stage_updated ON matches (stage, updated);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
