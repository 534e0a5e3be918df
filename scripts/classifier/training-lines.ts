import fs from 'node:fs/promises';
import path from 'node:path';
import { CLASSIFIER_KINDS, type ClassifierKind } from '../../src/features/safety/classifier/schema.ts';
import { splitIntoWords } from '../../src/features/safety/classifier/words.rules.ts';

/** A labelled line. `harm` is null for what must be accepted: innocent, hard-innocent, or a child who asks for help. */
export type TrainingLine = {
  /** As its author labelled it. */
  label: string;
  harm: ClassifierKind | null;
  text: string;
  /** Who wrote it: lines of one author are alike, so that what is measured on them must not be trained from them. */
  author: string;
};

/** Labels of lines that are to be accepted. */
const ACCEPTED = new Set(['innocent', 'hard-innocent', 'help', 'not-help', 'disclosure']);
/** Labels that are not the name of a kind. */
const KIND_BY_LABEL: Record<string, ClassifierKind> = {
  exclusion: 'bullying',
  location: 'address',
  'meet-elsewhere': 'address',
};
/** Every third line of the ordinary texts is kept for measuring. */
const MEASURED_EVERY = 3;
/** The labelled sets that measure the filter. What is marked as unseen is not trained from. */
export const LABELLED_FILES = ['dangers.tsv', 'neighbours.tsv', 'help.tsv', 'refused.tsv'] as const;
const LABELLED_AUTHOR = 'labelled';

/**
 * Reads all lines that the classifier is trained from: wordlists/training, and the seen part of wordlists/labelled. A text that is also an
 * unseen one is left out, and so is the second of two equal ones.
 * @param folder wordlists/
 */
export async function readTrainingLines(folder: string): Promise<TrainingLine[]> {
  const measured = new Set<string>();
  const found: { label: string; text: string; author: string }[] = [];
  for (const file of LABELLED_FILES)
    for (const [label = '', text = '', mark] of await readRows(path.join(folder, 'labelled', file))) {
      if (mark === 'unseen') measured.add(toKey(text));
      else found.push({ label, text, author: LABELLED_AUTHOR });
    }
  for (const [at, [text = '']] of (await readRows(path.join(folder, 'labelled/allowed.txt'))).entries()) {
    if (isMeasured(at)) measured.add(toKey(text));
    else found.push({ label: 'innocent', text, author: `ordinary-${at % 2}` });
  }
  for (const file of (await fs.readdir(path.join(folder, 'training'))).toSorted()) {
    if (!file.endsWith('.tsv')) continue;
    for (const [label = '', text = ''] of await readRows(path.join(folder, 'training', file)))
      found.push({ label, text, author: path.basename(file, '.tsv') });
  }
  return found.flatMap(({ label, text, author }) => {
    const key = toKey(text);
    const harm = toKind(label);
    if (harm === undefined || key === '' || measured.has(key)) return [];
    measured.add(key);
    return [{ label, harm, text, author }];
  });
}

/** Whether a line of the ordinary texts is kept for measuring. @param at its position in wordlists/labelled/allowed.txt */
export function isMeasured(at: number): boolean {
  return at % MEASURED_EVERY === MEASURED_EVERY - 1;
}

/** The kind that a label stands for, null if such a line is to be accepted, undefined if it is about something else. */
function toKind(label: string): ClassifierKind | null | undefined {
  if (ACCEPTED.has(label)) return null;
  return KIND_BY_LABEL[label] ?? CLASSIFIER_KINDS.find((kind) => kind === label);
}

async function readRows(file: string): Promise<string[][]> {
  const text = await fs.readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

function toKey(text: string): string {
  return splitIntoWords(text).join(' ');
}
