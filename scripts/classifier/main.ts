import fs from 'node:fs/promises';
import path from 'node:path';
import { parseConcepts } from '../../src/features/safety/classifier/concepts.rules.ts';
import { chooseThresholds, crossValidate, isRefused, type JudgedLine } from './cross-validation.ts';
import { prepareLines, trainClassifier } from './training.ts';
import { readTrainingLines } from './training-lines.ts';

// npm run train
// Trains the text classifier from wordlists/training, wordlists/classifier/concepts.txt and the seen part of wordlists/labelled, and writes
// wordlists/classifier/model.json. The same lines always give the same file. It takes a few minutes: first, for each author, a classifier is
// trained without that author's lines, which says what will be found of what others write, and at which score texts are refused.

const folder = path.resolve(import.meta.dirname, '../../wordlists');
const lines = await readTrainingLines(folder);
const concepts = await fs.readFile(path.join(folder, 'classifier/concepts.txt'), 'utf8');
process.stdout.write(`${lines.length} lines. Leaving out one author after the other:`);
const judged = crossValidate(prepareLines(lines, parseConcepts(concepts)), (author) => void process.stdout.write(` ${author}`));
const thresholds = chooseThresholds(judged);
process.stdout.write(`\nRefused from a score of ${thresholds.pictures} on. Of authors that were left out:\n`);
for (const [name, own] of groupLines(judged))
  process.stdout.write(`${name}: ${formatShare(own.filter((line) => isRefused(line, thresholds)).length, own.length)} refused\n`);
const file = path.join(folder, 'classifier/model.json');
await fs.writeFile(file, `${JSON.stringify(trainClassifier(lines, concepts, thresholds), null, 2)}\n`);
process.stdout.write(`${file}: ${Math.round((await fs.stat(file)).size / 1000)} KB\n`);

/** The harmful lines by kind and by author, and the innocent ones by label. */
function groupLines(all: readonly JudgedLine[]): [string, JudgedLine[]][] {
  const harmful = all.filter(({ harm }) => harm !== null);
  return [
    ...Map.groupBy(harmful, ({ harm }) => `${harm}`),
    ...Map.groupBy(harmful, ({ author }) => author),
    ...Map.groupBy(
      all.filter(({ harm }) => harm === null),
      ({ label }) => label,
    ),
  ];
}

function formatShare(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} % of ${whole}`;
}
