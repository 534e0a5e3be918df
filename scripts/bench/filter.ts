import fs from 'node:fs/promises';
import path from 'node:path';
import { compileLists, judge } from '../../src/features/safety/filter/rules.ts';
import { KINDS, type WordList } from '../../src/features/safety/filter/schema.ts';
import { listOf } from '../../src/features/safety/lists/rules.ts';
import { plainOf } from '../../src/features/safety/letters/rules.ts';
import { keep, machine, percentile, table, type Line } from './report.ts';

// What the text filter finds in its labelled set, and how long it takes, beside plainly looking for the lists' words.

const WORD_KINDS = ['profanity', 'sexual', 'bullying', 'threat'];
const LETTERS = 500;
const MESSAGES = 5000;

type Labelled = { kind: string; text: string; unseen: boolean };
type Judge = (text: string) => string | null;

/** Prints precision, recall and time of the text filter. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = path.resolve(import.meta.dirname, '../../wordlists');
  const lists = await readLists(folder);
  const compiling: number[] = [];
  let compiled = compileLists(lists);
  for (let i = 0; i < 5; i++) {
    const started = performance.now();
    compiled = compileLists(lists);
    compiling.push(performance.now() - started);
  }
  const refused = (await fs.readFile(path.join(folder, 'labelled/refused.tsv'), 'utf8')).split('\n').filter(Boolean).map(labelled);
  const allowed = (await fs.readFile(path.join(folder, 'labelled/allowed.txt'), 'utf8')).split('\n').filter(Boolean);
  const filter: Judge = (text) => judge(text, compiled)?.kind ?? null;
  const plain = plainly(lists);
  const messages = messagesOf([...allowed, ...refused.map(({ text }) => text)]);
  const lines: Line[] = [
    ...quality('filter', filter, refused, allowed, true),
    ...KINDS.map((kind) => ofKind(kind, filter, refused, allowed)),
    ...quality('plain includes', plain, refused, allowed, false),
    ...time('judge', filter, messages, 5),
    ...time('plain includes', plain, messages, null),
    { what: `compiling ${lists.length} lists, median`, measured: `${percentile(compiling, 0.5).toFixed(0)} ms`, target: '', ok: true },
  ];
  const text = `## filter\n\n${machine()}. One run on ${new Date().toISOString().slice(0, 10)}. ${refused.length} labelled texts to refuse (${refused.filter(({ unseen }) => unseen).length} of them written after the filter was built), ${allowed.length} to allow.\n\n${table(lines)}`;
  process.stdout.write(`${text}\n`);
  if (write) await keep('filter', text);
}

async function readLists(folder: string): Promise<WordList[]> {
  const lists: WordList[] = [];
  for (const file of (await fs.readdir(folder)).toSorted()) {
    if (!file.endsWith('.txt')) continue;
    const list = listOf(file, await fs.readFile(path.join(folder, file), 'utf8'));
    if (list !== null) lists.push(list);
  }
  return lists;
}

function labelled(line: string): Labelled {
  const [kind = '', text = '', mark] = line.split('\t');
  return { kind, text, unseen: mark === 'unseen' };
}

/** The baseline: every entry of the lists without marks, looked for as it is. */
function plainly(lists: WordList[]): Judge {
  const entries = lists
    .filter(({ kind }) => kind !== 'allow' && kind !== 'sets')
    .flatMap(({ kind, text }) =>
      text
        .split('\n')
        .map((line) => line.replace(/[*~]/g, '').trim())
        .filter((line) => line !== '' && !/[#@{|?]/.test(line))
        .map((line) => ({ kind, entry: plainOf(line) })),
    );
  return (text) => {
    const small = text.toLowerCase();
    return entries.find(({ entry }) => small.includes(entry))?.kind ?? null;
  };
}

function quality(name: string, find: Judge, refused: Labelled[], allowed: string[], targets: boolean): Line[] {
  const words = refused.filter(({ kind }) => WORD_KINDS.includes(kind));
  const details = refused.filter(({ kind }) => !WORD_KINDS.includes(kind));
  const wrong = allowed.filter((text) => find(text) !== null).length;
  const line = (what: string, texts: Labelled[], least: number): Line => {
    const found = texts.filter(({ text }) => find(text) !== null).length;
    const ok = !targets || found / texts.length >= least;
    return {
      what: `${name}: ${what}, recall`,
      measured: `${percent(found, texts.length)} of ${texts.length}`,
      target: targets ? `${least * 100} %` : '',
      ok,
    };
  };
  return [
    line('words', words, 0.95),
    line('personal details', details, 0.98),
    line(
      'words, unseen',
      words.filter(({ unseen }) => unseen),
      0.95,
    ),
    line(
      'personal details, unseen',
      details.filter(({ unseen }) => unseen),
      0.98,
    ),
    {
      what: `${name}: ordinary texts refused`,
      measured: `${percent(wrong, allowed.length)} of ${allowed.length}`,
      target: targets ? 'at most 1 %' : '',
      ok: !targets || wrong / allowed.length <= 0.01,
    },
  ];
}

function ofKind(kind: string, find: Judge, refused: Labelled[], allowed: string[]): Line {
  const texts = refused.filter((one) => one.kind === kind);
  const named = [...refused.filter(({ text }) => find(text) === kind), ...allowed.filter((text) => find(text) === kind).map(() => null)];
  const right = named.filter((one) => one !== null && one.kind === kind).length;
  const found = texts.filter(({ text }) => find(text) !== null).length;
  return {
    what: `${kind}: recall; refused under this very name; precision of the name`,
    measured: `${percent(found, texts.length)}; ${percent(right, texts.length)}; ${percent(right, named.length)}`,
    target: '',
    ok: true,
  };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** Messages as long as they may be: labelled texts, one after the other. */
function messagesOf(texts: string[]): string[] {
  return Array.from({ length: MESSAGES }, (_, i) => {
    let message = '';
    // A third of them at full length, the others as people write.
    const size = i % 3 === 0 ? LETTERS : 20 + ((i * 37) % LETTERS);
    for (let next = i * 7; message.length < size; next++) message += `${texts[next % texts.length]} `;
    return message.slice(0, LETTERS);
  });
}

function time(name: string, find: Judge, messages: string[], most: number | null): Line[] {
  for (const message of messages.slice(0, 500)) find(message);
  const samples = messages.map((message) => {
    const started = performance.now();
    find(message);
    return performance.now() - started;
  });
  return [0.5, 0.99].map((share) => {
    const ms = percentile(samples, share);
    const asked = most !== null && share === 0.99;
    return {
      what: `${name}, messages of up to ${LETTERS} letters, p${share * 100}`,
      measured: `${ms.toFixed(2)} ms`,
      target: asked ? `${most} ms` : '',
      ok: !asked || ms <= most,
    };
  });
}
