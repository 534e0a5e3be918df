import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { classify, explainText, loadClassifier } from '../../src/features/safety/classifier/rules.ts';
import type { ClassifierKind } from '../../src/features/safety/classifier/schema.ts';
import model from '../../wordlists/classifier/model.json' with { type: 'json' };
import { isMeasured, LABELLED_FILES, readTrainingLines, type TrainingLine } from './training-lines.ts';
import { hashTraining, trainClassifier } from './training.ts';

const CONCEPTS = '@fruit: apple mango banana\n@animal: cat dog cow\n';
const line = (harm: ClassifierKind | null, text: string): TrainingLine => ({ label: harm ?? 'innocent', harm, text, author: 'one' });
// In this language it is harmful to want fruit, and a threat to be big.
const LINES = [
  ...['i want an apple', 'he wants an apple now', 'want apple please', 'do you want a mango'].map((text) => line('pictures', text)),
  ...['a big dog', 'such a big cat', 'a big big dog', 'big cat here'].map((text) => line('threat', text)),
  ...['the dog sleeps', 'a cat and a dog', 'the apple is red', 'he has a mango', 'what is this', 'who is there'].map((text) =>
    line(null, text),
  ),
];
const train = () => trainClassifier(LINES, CONCEPTS, 0, { harmful: 1, kinds: 1 });

test('it learns from labelled lines, also what they have in common with others', () => {
  const classifier = loadClassifier(train());
  for (const { text, harm } of LINES) {
    const { kind, isRefused } = classify(text, classifier);
    expect([text, isRefused ? kind : null]).toEqual([text, harm]);
  }
  // No line has this word after 'want', but it is in the same group.
  expect(classify('i want a banana', classifier)).toMatchObject({ kind: 'pictures', isRefused: true });
  expect(classify('this is a cow', classifier).isRefused).toBe(false);
  expect(explainText('the dog is big', classifier)[0]).toBe('big');
});

test('the same lines always make the same classifier', () => {
  expect(train()).toEqual(train());
});

test('the classifier that is shipped was trained from the lines that are shipped', async () => {
  const folder = path.resolve(import.meta.dirname, '../../wordlists');
  const concepts = await fs.readFile(path.join(folder, 'classifier/concepts.txt'), 'utf8');
  expect(model.trainedFrom, 'the training lines or the groups of words have changed: npm run train').toBe(
    hashTraining(await readTrainingLines(folder), concepts),
  );
});

test('nothing that measures the filter is trained from', async () => {
  const folder = path.resolve(import.meta.dirname, '../../wordlists');
  const trained = new Set((await readTrainingLines(folder)).map(({ text }) => text));
  for (const file of LABELLED_FILES) {
    const rows = (await fs.readFile(path.join(folder, 'labelled', file), 'utf8')).split('\n').map((row) => row.split('\t'));
    const unseen = rows.filter(([, , mark]) => mark === 'unseen');
    expect(unseen.length).toBeGreaterThan(20);
    expect(unseen.filter(([, text = '']) => trained.has(text))).toEqual([]);
  }
  const ordinary = (await fs.readFile(path.join(folder, 'labelled/allowed.txt'), 'utf8')).split('\n').filter((row) => row !== '');
  const measured = ordinary.filter((_, at) => isMeasured(at));
  expect(measured.length).toBeGreaterThan(300);
  expect(measured.filter((text) => trained.has(text))).toEqual([]);
});
