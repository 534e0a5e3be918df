import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { loadClassifier } from '../src/features/safety/classifier/rules.ts';
import { compileLists } from '../src/features/safety/filter/rules.ts';
import { compileHelpLists } from '../src/features/safety/help.rules.ts';
import { judgeMessage } from '../src/features/safety/message.rules.ts';
import model from '../wordlists/classifier/model.json' with { type: 'json' };
import { readShippedLists } from './word-lists.ts';

// npm run filter -- FILE
// Judges the texts of a file as messages, with the lists and the classifier of wordlists/, without a database: to see what a change of them
// does. The file has one JSON object a line, {"text": "..."}; '-' or no file reads the standard input. Prints one line for each, in order:
// {"kind": "..."}, or {"kind": null} for a text that is accepted.

const USAGE = 'npm run filter -- FILE: one {"text": "..."} a line';

const file = process.argv[2] ?? '-';
const lists = await readShippedLists(path.resolve(import.meta.dirname, '../wordlists'));
const compiled = { filter: compileLists(lists), help: compileHelpLists(lists), classifier: loadClassifier(model, lists) };
for (const fault of compiled.filter.faults) process.stderr.write(`${fault}\n`);
const input = file === '-' ? process.stdin : fs.createReadStream(file);
input.on('error', (error: Error) => fail(error.message));

let count = 0;
for await (const line of readline.createInterface({ input, crlfDelay: Infinity })) {
  count++;
  if (line.trim() !== '')
    process.stdout.write(`${JSON.stringify({ kind: judgeMessage(readText(line), compiled).refused?.kind ?? null })}\n`);
}

function readText(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string') return value.text;
  } catch {
    // Said below, together with what else is no such object.
  }
  return fail(`line ${count} is not {"text": "..."}`);
}

function fail(why: string): never {
  process.stderr.write(`${why}\n${USAGE}\n`);
  process.exit(2);
}
