// Grades a site as MDN's HTTP observatory does, with its own package, whose scanner asks for port 443 only.
//   node observatory.mjs FOLDER_OF_THE_PACKAGE HOST HTTPS_PORT HTTP_PORT
// NODE_EXTRA_CA_CERTS names a certificate of one's own.
import { pathToFileURL } from "node:url";

const [folder, host, httpsPort, httpPort] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/src/${name}.js`).href);
const { retrieve } = await load("retriever/retriever");
const { ALL_TESTS } = await load("constants");
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load("grader/charts");
const { getGradeForScore, getScoreDescription, getScoreModifier } = await load("grader/grader");

const answers = await retrieve(host, { httpsPort, httpPort });
if (!answers.responses.auto) throw new Error("the site does not answer");
const tests = ALL_TESTS.map((test) => test(answers)).filter((found) => found.result);
const marks = tests.map((found) => getScoreModifier(found.result));
const without = marks.reduce((sum, mark) => sum + Math.min(mark, 0), 100);
const all = marks.reduce((sum, mark) => sum + mark, 100);
const { score, grade } = getGradeForScore(without >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : without);
const parts = tests.map((found, number) => ({
  test: found.constructor.name,
  result: found.result,
  mark: marks[number],
  about: getScoreDescription(found.result),
}));
console.log(JSON.stringify({ score, grade, parts }));
