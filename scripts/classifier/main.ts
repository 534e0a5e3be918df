import fs from 'node:fs/promises';
import path from 'node:path';
import { parseConcepts } from '../../src/features/safety/classifier/concepts.rules.ts';
import { checkText, compileLists } from '../../src/features/safety/filter/rules.ts';
import { readShippedLists } from '../word-lists.ts';
import { chooseThreshold, crossValidate, type JudgedLine } from './cross-validation.ts';
import { prepareLines, trainClassifier } from './training.ts';
import { readTrainingLines } from './training-lines.ts';

// npm run train
// Trains the text classifier from wordlists/training, wordlists/classifier/concepts.txt and the seen part of wordlists/labelled, and writes
// wordlists/classifier/model.json. The same lines always give the same file. It takes about a minute: first, for each author, a classifier is
// trained without that author's lines, which says what will be found of what others write, and at which score texts are refused.

const folder = path.resolve(import.meta.dirname, '../../wordlists');
const lines = await readTrainingLines(folder);
const concepts = await fs.readFile(path.join(folder, 'classifier/concepts.txt'), 'utf8');
process.stdout.write(`${lines.length} lines. Leaving out one author after the other:`);
const judged = crossValidate(prepareLines(lines, parseConcepts(concepts)), (author) => void process.stdout.write(` ${author}`));
const threshold = chooseThreshold(judged);
process.stdout.write(`\nRefused from a score of ${threshold} on. Of authors that were left out:\n`);
const lists = compileLists(await readShippedLists(folder));
const byLists = new Set(judged.filter(({ text }) => checkText(text, lists) !== null));
const byClassifier = new Set(judged.filter(({ score }) => score >= threshold));
const byEither = new Set([...byLists, ...byClassifier]);
for (const [name, own] of groupLines(judged)) {
  const [alone, classifier, either] = [byLists, byClassifier, byEither].map((found) => formatShare(own, found));
  process.stdout.write(
    `${name}, ${own.length} lines: ${either} refused, by the lists alone ${alone}, by the classifier alone ${classifier}\n`,
  );
}
const file = path.join(folder, 'classifier/model.json');
await fs.writeFile(file, `${JSON.stringify(trainClassifier(lines, concepts, threshold), null, 2)}\n`);
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

function formatShare(all: readonly JudgedLine[], part: ReadonlySet<JudgedLine>): string {
  return `${((100 * all.filter((line) => part.has(line)).length) / all.length).toFixed(1)} %`;
}
