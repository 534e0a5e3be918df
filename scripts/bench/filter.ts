import fs from 'node:fs/promises';
import path from 'node:path';
import { classifyText, loadClassifier } from '../../src/features/safety/classifier/rules.ts';
import { checkMessages, checkText, compileLists, type CompiledLists } from '../../src/features/safety/filter/rules.ts';
import { CATEGORIES_BY_SEVERITY, type WordList } from '../../src/features/safety/filter/schema.ts';
import { compileHelpLists, findHelp } from '../../src/features/safety/help.rules.ts';
import { judgeMessage } from '../../src/features/safety/message.rules.ts';
import { normalizeText } from '../../src/features/safety/characters.rules.ts';
import model from '../../wordlists/classifier/model.json' with { type: 'json' };
import { isMeasured } from '../classifier/training-lines.ts';
import { readShippedLists } from '../word-lists.ts';
import { findSlowestText } from './filter-fuzz.ts';
import { saveSection, describeMachine, percentile, formatTable, type BenchmarkRow } from './report.ts';

// What the text filter, its lists and its classifier, finds in its labelled set, and how long it takes, compared with the lists alone and with
// a plain substring search for the lists' entries.

const WORD_KINDS = ['profanity', 'sexual', 'bullying', 'threat'];
const MESSAGE_LENGTH = 500;
const MESSAGES = 5000;
const FUZZ_ROUNDS = 1500;

type LabelledText = { kind: string; text: string; unseen: boolean };
type TextFilter = (text: string) => string | null;

/** Prints precision, recall and speed of the text filter. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = path.resolve(import.meta.dirname, '../../wordlists');
  const lists = await readShippedLists(folder);
  const compiling: number[] = [];
  let compiled = compileLists(lists);
  for (let i = 0; i < 5; i++) {
    const started = performance.now();
    compiled = compileLists(lists);
    compiling.push(performance.now() - started);
  }
  const refused = await readLabelled(path.join(folder, 'labelled/refused.tsv'));
  const allowed = (await fs.readFile(path.join(folder, 'labelled/allowed.txt'), 'utf8')).split('\n').filter(Boolean);
  const classifier = loadClassifier(model, lists);
  const helpLists = compileHelpLists(lists);
  const listsAlone: TextFilter = (text) => checkText(text, compiled)?.kind ?? null;
  const classifierAlone: TextFilter = (text) => classifyText(text, classifier)?.kind ?? null;
  const filter: TextFilter = (text) => judgeMessage(text, { filter: compiled, help: helpLists, classifier }).refused?.kind ?? null;
  const dangers = await readLabelled(path.join(folder, 'labelled/dangers.tsv'));
  const conversations = await readConversations(path.join(folder, 'labelled/conversations.jsonl'));
  const neighbours = await readLabelled(path.join(folder, 'labelled/neighbours.tsv'));
  const plain = createSubstringFilter(lists);
  const messages = buildMessages([...allowed, ...refused.map(({ text }) => text)]);
  const lines: BenchmarkRow[] = [
    ...measureQuality('filter', filter, refused, allowed, true),
    ...CATEGORIES_BY_SEVERITY.filter((kind) => refused.some((one) => one.kind === kind)).map((kind) =>
      measureKind(kind, filter, refused, allowed),
    ),
    ...measureDangers(filter, listsAlone, dangers),
    ...measureConversations(conversations, compiled, filter),
    ...measureNeighbours(filter, listsAlone, neighbours),
    measureOrdinary(filter, listsAlone, allowed),
    measureCries(filter, await readLabelled(path.join(folder, 'labelled/help.tsv'))),
    ...measureHelp((text) => findHelp(text, helpLists)?.kinds[0] ?? null, await readLabelled(path.join(folder, 'labelled/help.tsv'))),
    ...measureQuality('plain includes', plain, refused, allowed, false),
    ...measureTime('judge', filter, messages, 5),
    ...measureTime('the classifier alone', classifierAlone, messages, null),
    measureWorst('judge', filter, lists, 20),
    ...measureTime('who asks for help', (text) => findHelp(text, helpLists)?.kinds[0] ?? null, messages, 1),
    ...measureTime('plain includes', plain, messages, null),
    { metric: `compiling ${lists.length} lists, median`, measured: `${percentile(compiling, 0.5).toFixed(0)} ms`, target: '', ok: true },
  ];
  const text = `## filter\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. ${refused.length} labelled texts to refuse (${refused.filter(({ unseen }) => unseen).length} of them written after the filter was built), ${allowed.length} to allow.\n\n${formatTable(lines)}`;
  process.stdout.write(`${text}\n`);
  if (write) await saveSection('filter', text);
}

function parseLabelled(line: string): LabelledText {
  const [kind = '', text = '', mark] = line.split('\t');
  return { kind, text, unseen: mark === 'unseen' };
}

async function readLabelled(file: string): Promise<LabelledText[]> {
  return (await fs.readFile(file, 'utf8')).split('\n').filter(Boolean).map(parseLabelled);
}

/** The part of the unseen texts of a kind that the filter has to refuse. */
const RECALL_MIN = 0.9;
const LOCATION_RECALL_MIN = 0.85;

/**
 * Of texts by authors who had not seen the lists: how many are refused, whatever the filter calls them. The target is for the unseen ones:
 * the classifier is trained from the others.
 */
function measureDangers(find: TextFilter, listsAlone: TextFilter, dangers: LabelledText[]): BenchmarkRow[] {
  return [...new Set(dangers.map(({ kind }) => kind))].map((kind) => {
    const texts = dangers.filter((one) => one.kind === kind);
    const unseen = texts.filter((one) => one.unseen);
    const least = kind === 'location' ? LOCATION_RECALL_MIN : RECALL_MIN;
    const count = (all: LabelledText[], by = find) => all.filter(({ text }) => by(text) !== null).length;
    return {
      metric: `${kind}, by other authors: recall; of the unseen third; of these by the lists alone`,
      measured: `${formatPercent(count(texts), texts.length)} of ${texts.length}; ${formatPercent(count(unseen), unseen.length)} of ${unseen.length}; ${formatPercent(count(unseen, listsAlone), unseen.length)}`,
      target: `${least * 100} % of the unseen`,
      ok: count(unseen) / unseen.length >= least,
    };
  });
}

/** Messages of one sender in a row. `kind`: what they tell together, null if they are innocent. */
type LabelledConversation = { kind: string | null; messages: string[] };

async function readConversations(file: string): Promise<LabelledConversation[]> {
  return (await fs.readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LabelledConversation);
}

/** Conversations in which a message is refused, alone or together with the ones before. */
function measureConversations(conversations: LabelledConversation[], compiled: CompiledLists, find: TextFilter): BenchmarkRow[] {
  const isRefused = ({ messages }: LabelledConversation) =>
    messages.some((_, i) => checkMessages(messages.slice(0, i + 1), compiled) !== null || find(messages[i] ?? '') !== null);
  return [...new Set(conversations.map(({ kind }) => kind))].map((kind) => {
    const all = conversations.filter((one) => one.kind === kind);
    return {
      metric: kind === null ? 'innocent messages in a row refused' : `${kind} spread over several messages: recall`,
      measured: `${formatPercent(all.filter(isRefused).length, all.length)} of ${all.length}`,
      target: '',
      ok: true,
    };
  });
}

/** The most of the unseen innocent neighbours of harmful texts that may be refused. */
const NEIGHBOURS_REFUSED_MAX: Record<string, number> = { innocent: 0.005, 'hard-innocent': 0.03 };

function measureNeighbours(find: TextFilter, listsAlone: TextFilter, neighbours: LabelledText[]): BenchmarkRow[] {
  return Object.entries(NEIGHBOURS_REFUSED_MAX).map(([kind, max]) => {
    const texts = neighbours.filter((one) => one.kind === kind);
    const unseen = texts.filter((one) => one.unseen);
    const count = (all: LabelledText[], by = find) => all.filter(({ text }) => by(text) !== null).length;
    return {
      metric: `${kind} neighbours of harmful texts refused; of the unseen third; of these by the lists alone`,
      measured: `${formatPercent(count(texts), texts.length)} of ${texts.length}; ${formatPercent(count(unseen), unseen.length)} of ${unseen.length}; ${formatPercent(count(unseen, listsAlone), unseen.length)}`,
      target: `at most ${max * 100} % of the unseen`,
      ok: count(unseen) / unseen.length <= max,
    };
  });
}

/** Ordinary texts that the classifier was not trained from. */
function measureOrdinary(find: TextFilter, listsAlone: TextFilter, allowed: string[]): BenchmarkRow {
  const unseen = allowed.filter((_, at) => isMeasured(at));
  const count = (by: TextFilter) => unseen.filter((text) => by(text) !== null).length;
  const max = NEIGHBOURS_REFUSED_MAX['innocent'] ?? 0;
  return {
    metric: 'ordinary texts refused, of the third that the classifier was not trained from; by the lists alone',
    measured: `${formatPercent(count(find), unseen.length)} of ${unseen.length}; ${formatPercent(count(listsAlone), unseen.length)}`,
    target: `at most ${max * 100} %`,
    ok: count(find) / unseen.length <= max,
  };
}

/** Messages of children who ask for help that are refused all the same: it must be none that the help lists find. */
function measureCries(find: TextFilter, texts: LabelledText[]): BenchmarkRow {
  const cries = texts.filter(({ kind }) => kind === 'help');
  const refused = (all: LabelledText[]) => all.filter(({ text }) => find(text) !== null).length;
  const unseen = cries.filter((one) => one.unseen);
  return {
    metric: 'who asks for help and is refused; of the unseen third',
    measured: `${formatPercent(refused(cries), cries.length)} of ${cries.length}; ${formatPercent(refused(unseen), unseen.length)} of ${unseen.length}`,
    target: '',
    ok: true,
  };
}

/** The part of unseen cries for help that is found, and the most of what only sounds like one for which a card may come. */
const HELP_RECALL_MIN = 0.85;
const HELP_FOR_NOTHING_MAX = 0.05;

/** A card for nothing is a small harm; a request that our team gets for nothing costs a moderator. */
function measureHelp(find: TextFilter, texts: LabelledText[]): BenchmarkRow[] {
  const row = (metric: string, kind: string, isCounted: (text: string) => boolean, target: string, isMet: (share: number) => boolean) => {
    const all = texts.filter((one) => one.kind === kind);
    const unseen = all.filter((one) => one.unseen);
    const count = (some: LabelledText[]) => some.filter(({ text }) => isCounted(text)).length;
    return {
      metric: `${metric}; of the unseen third`,
      measured: `${formatPercent(count(all), all.length)} of ${all.length}; ${formatPercent(count(unseen), unseen.length)} of ${unseen.length}`,
      target,
      ok: isMet(count(unseen) / unseen.length),
    };
  };
  const isFound = (text: string) => find(text) !== null;
  return [
    row('who asks for help: recall', 'help', isFound, `${HELP_RECALL_MIN * 100} % of the unseen`, (share) => share >= HELP_RECALL_MIN),
    row(
      'a card for who asks for no help',
      'not-help',
      isFound,
      `at most ${HELP_FOR_NOTHING_MAX * 100} % of the unseen`,
      (share) => share <= HELP_FOR_NOTHING_MAX,
    ),
    row(
      'our team is told for nothing',
      'not-help',
      (text) => find(text) === 'abuse',
      '',
      () => true,
    ),
  ];
}

/** The baseline: a substring search for every entry of the lists, without its marks. */
function createSubstringFilter(lists: WordList[]): TextFilter {
  const entries = lists
    .filter(({ kind }) => kind !== 'allow' && kind !== 'sets' && !kind.startsWith('soft-'))
    .flatMap(({ kind, text }) =>
      text
        .split('\n')
        .map((line) => line.replace(/[*~]/g, '').trim())
        .filter((line) => line !== '' && !/[#@{|?]/.test(line))
        .map((line) => ({ kind, entry: normalizeText(line) })),
    );
  return (text) => {
    const lowerCase = text.toLowerCase();
    return entries.find(({ entry }) => lowerCase.includes(entry))?.kind ?? null;
  };
}

function measureQuality(name: string, find: TextFilter, refused: LabelledText[], allowed: string[], targets: boolean): BenchmarkRow[] {
  const words = refused.filter(({ kind }) => WORD_KINDS.includes(kind));
  const details = refused.filter(({ kind }) => !WORD_KINDS.includes(kind));
  const wrong = allowed.filter((text) => find(text) !== null).length;
  const line = (what: string, texts: LabelledText[], least: number): BenchmarkRow => {
    const found = texts.filter(({ text }) => find(text) !== null).length;
    const ok = !targets || found / texts.length >= least;
    return {
      metric: `${name}: ${what}, recall`,
      measured: `${formatPercent(found, texts.length)} of ${texts.length}`,
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
      metric: `${name}: ordinary texts refused`,
      measured: `${formatPercent(wrong, allowed.length)} of ${allowed.length}`,
      target: targets ? 'at most 1 %' : '',
      ok: !targets || wrong / allowed.length <= 0.01,
    },
  ];
}

function measureKind(kind: string, find: TextFilter, refused: LabelledText[], allowed: string[]): BenchmarkRow {
  const texts = refused.filter((one) => one.kind === kind);
  const named = [...refused.filter(({ text }) => find(text) === kind), ...allowed.filter((text) => find(text) === kind).map(() => null)];
  const right = named.filter((one) => one !== null && one.kind === kind).length;
  const found = texts.filter(({ text }) => find(text) !== null).length;
  return {
    metric: `${kind}: recall; refused under this very name; precision of the name`,
    measured: `${formatPercent(found, texts.length)}; ${formatPercent(right, texts.length)}; ${formatPercent(right, named.length)}`,
    target: '',
    ok: true,
  };
}

function formatPercent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** Messages of up to the maximum length: labelled texts, concatenated. */
function buildMessages(texts: string[]): string[] {
  return Array.from({ length: MESSAGES }, (_, i) => {
    let message = '';
    // A third at full length, the others of typical lengths.
    const size = i % 3 === 0 ? MESSAGE_LENGTH : 20 + ((i * 37) % MESSAGE_LENGTH);
    for (let next = i * 7; message.length < size; next++) message += `${texts[next % texts.length]} `;
    return message.slice(0, MESSAGE_LENGTH);
  });
}

/** The longest that a text takes of those that a search for slow ones finds. */
function measureWorst(name: string, filter: TextFilter, lists: WordList[], limitMs: number | null): BenchmarkRow {
  const words = lists
    .filter(({ kind }) => kind !== 'allow')
    .flatMap(({ text }) => text.replaceAll(/#.*/g, '').split(/[\s|]+/))
    .map((word) => word.replaceAll(/[^a-z']/gi, ''))
    .filter((word) => word.length > 1);
  const { text, ms } = findSlowestText(filter, words, MESSAGE_LENGTH, FUZZ_ROUNDS);
  return {
    metric: `${name}, the slowest ${MESSAGE_LENGTH} letters of ${2 * FUZZ_ROUNDS} that a search tried (${text.slice(0, 12)}...)`,
    measured: `${ms.toFixed(1)} ms`,
    target: limitMs === null ? '' : `${limitMs} ms`,
    ok: limitMs === null || ms <= limitMs,
  };
}

function measureTime(name: string, find: TextFilter, messages: string[], limitMs: number | null): BenchmarkRow[] {
  for (const message of messages.slice(0, 500)) find(message);
  const samples = messages.map((message) => {
    const started = performance.now();
    find(message);
    return performance.now() - started;
  });
  return [0.5, 0.99].map((share) => {
    const ms = percentile(samples, share);
    const hasTarget = limitMs !== null && share === 0.99;
    return {
      metric: `${name}, messages of up to ${MESSAGE_LENGTH} letters, p${share * 100}`,
      measured: `${ms.toFixed(2)} ms`,
      target: hasTarget ? `${limitMs} ms` : '',
      ok: !hasTarget || ms <= limitMs,
    };
  });
}
