import { setImmediate as breathe } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { decodeCursor, encodeCursor } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { compileLists, checkText, checkName } from '../../safety/filter/rules.ts';
import type { WordList } from '../../safety/filter/schema.ts';
import { findLineError, isSetDefinition, parseListFile } from '../../safety/lists/rules.ts';
import { moderateNames, moderateText } from '../../safety/service.server.ts';
import { log, nameOf } from '../queries.server.ts';
import { cleanNote } from '../rules.ts';
import * as queries from './queries.server.ts';
import {
  cleanEntry,
  entriesOf,
  faultOfEntry,
  fits,
  HARM_SHOWN,
  holds,
  listsOf,
  LOG_SHOWN,
  namesIn,
  pageOf,
  setsOf,
  wordLists,
} from './rules.ts';
import {
  ENTRY_MAX,
  QUERY_MAX,
  SHOWN,
  TRY_MAX,
  WORD_DEEDS,
  type EntryView,
  type Harm,
  type Typed,
  type WordDeed,
  type WordFilters,
  type WordsAnswer,
  type WordsView,
} from './schema.ts';
import { texts } from './texts.ts';

// The labelled ordinary sentences go into the build: at run time nothing knows where their folder is.
const ORDINARY: string[] = Object.values(
  import.meta.glob<string>('../../../../wordlists/labelled/allowed.txt', { query: '?raw', import: 'default', eager: true }),
).flatMap((text) => text.split('\n').filter((line) => line !== ''));

/** Sentences that are judged before others get their turn. */
const AT_A_TIME = 50;

/** Filters as they stand in an address; what is unknown counts as not given. */
export function wordFilters(params: URLSearchParams): WordFilters {
  const list = params.get('list') ?? '';
  return {
    list: parseListFile(list, '') === null ? null : list,
    q: (params.get('q') ?? '').trim().slice(0, QUERY_MAX).toWellFormed(),
    show: SHOWN.find((each) => each === params.get('show')) ?? 'all',
  };
}

/** The lists of the text filter, one page of the entries that fit, and what the team did last. @throws Refusal 'not-allowed' */
export async function listWords(ctx: AppContext, actor: Actor, filters: WordFilters, after: string | null): Promise<WordsView> {
  authorize(actor, 'filter:edit');
  const [stored, rows] = await Promise.all([queries.readStored(ctx.db), queries.lastChanges(ctx.db, LOG_SHOWN)]);
  const entries = entriesOf(stored);
  const found = entries.filter((one) => fits(one, filters));
  const [list, place] = decodeCursor(after, ['text', 'int']) ?? [];
  const page = pageOf(found, typeof list === 'string' && typeof place === 'number' ? { list, place } : null);
  return {
    lists: listsOf(stored, entries),
    entries: page.shown.map((one) => ({ list: one.list, entry: one.entry, state: one.state })),
    total: found.length,
    next: page.next && encodeCursor([page.next.list, page.next.place]),
    log: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_name,
      did: row.action as WordDeed,
      list: row.list,
      entry: row.entry,
      note: row.note,
    })),
  };
}

/**
 * Adds an entry to a list, takes one away, or puts it back; with a note in the log. What is wrong with the fields is
 * answered, and so is that a new entry would refuse ordinary words: then `confirm` has to say that it is meant.
 * @throws Refusal 'not-allowed', 'bad-input' (no such deed), 'unavailable' where the filter cannot run
 */
export async function changeWords(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<WordsAnswer> {
  authorize(actor, 'filter:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const did = WORD_DEEDS.find((each) => each === fields['do']);
  if (!did) throw new AppError('bad-input', 'there is no such deed');
  const typed: Typed = { list: fields['list'] ?? '', entry: fields['entry'] ?? '', note: fields['note'] ?? '' };
  const refuse: Refuse = (at, fault) => ({ is: 'refused', did, typed, at, fault });
  const entries = entriesOf(await queries.readStored(ctx.db));
  const list = parseListFile(typed.list, '');
  if (list === null || !entries.some((one) => one.list === typed.list)) return refuse('list', texts.faults.list);
  const entry = did === 'add' ? cleanEntry(typed.entry) : typed.entry;
  const wrong = did === 'add' ? faultOfEntry(list.kind, entry) : null;
  if (wrong !== null) return refuse('entry', texts.fault(wrong));
  const note = cleanNote(typed.note);
  if (note === null) return refuse('note', texts.noteNeeded);
  if (did === 'add' && !isThere(entries, typed.list, entry)) {
    const unread = faultWith(entries, { list: typed.list, entry });
    if (unread !== null) return refuse('entry', unread);
    // It names the entry, so that what is changed afterwards is looked at again.
    const confirm = `${typed.list} ${entry}`;
    const harm = fields['confirm'] === confirm ? null : await harmOf(ctx, entries, { list: typed.list, entry });
    if (harm !== null) return { is: 'asking', typed, confirm, harm };
  }
  return ctx.db.transaction().execute((trx) => carryOut(ctx, trx, actor.id, { did, list: typed.list, entry, note }, refuse));
}

type Place = Pick<EntryView, 'list' | 'entry'>;
type Refuse = (at: 'list' | 'entry' | 'note' | null, fault: string) => WordsAnswer;

async function carryOut(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  { did, list, entry, note }: Place & { did: WordDeed; note: string },
  refuse: Refuse,
): Promise<WordsAnswer> {
  await queries.holdLists(trx);
  // Read again: somebody may have been faster, and what they did may be what this entry needs.
  const entries = entriesOf(await queries.readStored(trx));
  const old = entries.find((one) => one.list === list && (did === 'add' ? cleanEntry(one.entry) : one.entry) === entry);
  if (did !== 'add' && !old) return refuse('entry', texts.faults.gone);
  const isOn = did !== 'take';
  const one = { list, entry: old?.entry ?? entry };
  if (old && holds(old) === isOn) return { is: 'done', did, ...one, changed: false };
  if (one.entry.length > ENTRY_MAX) return refuse('entry', texts.tooLong);
  const fault = isOn ? faultWith(entries, one) : faultWithout(entries, one);
  if (fault !== null) return refuse('entry', fault);
  await queries.putEntry(trx, { ...one, isOn });
  await log(trx, {
    id: ctx.newId(),
    actorId,
    actorName: await nameOf(trx, actorId),
    action: did,
    subjectKind: 'filter',
    subjectId: list,
    note,
    details: { entry: one.entry },
  });
  return { is: 'done', did, ...one, changed: true };
}

/** Whether an entry is in its list, however it is spelled there. */
function isThere(entries: EntryView[], list: string, entry: string): boolean {
  return entries.some((one) => holds(one) && one.list === list && cleanEntry(one.entry) === entry);
}

/** What the filter could not read if an entry were there. */
function faultWith(entries: EntryView[], { list, entry }: Place): string | null {
  if (isSetDefinition(entry)) {
    const after = [...entries.filter((one) => one.list !== list || one.entry !== entry), { list, entry, state: 'added' as const }];
    return faultsIn(after) > faultsIn(entries) ? texts.faults.setBreaks : null;
  }
  const alone = parseListFile(list, entry);
  const what = alone === null ? null : findLineError(alone, setsOf(entries));
  return what === null ? null : texts.faults.unread(what);
}

/** Without a set, what names it could not be read any more: it would be left out, and refuse nothing. */
function faultWithout(entries: EntryView[], { list, entry }: Place): string | null {
  if (!isSetDefinition(entry)) return null;
  const after = entries.filter((one) => one.list !== list || one.entry !== entry);
  return faultsIn(after) > faultsIn(entries) ? texts.faults.setInUse : null;
}

function faultsIn(entries: EntryView[]): number {
  return compileLists(wordLists(entries)).faults.length;
}

/** What is ordinary and passes now, but would not with this entry; null where there is nothing of that kind. */
async function harmOf(ctx: AppContext, entries: EntryView[], { list, entry }: Place): Promise<Harm | null> {
  const alone = parseListFile(list, entry);
  if (alone === null || alone.kind === 'allow') return null;
  // By itself it is soon judged with; a set does nothing without those that name it.
  const lists: WordList[] = isSetDefinition(entry)
    ? wordLists([...entries, { list, entry, state: 'added' }])
    : [...wordLists(entries).filter(({ kind }) => kind === 'allow'), { kind: 'sets', text: setsOf(entries).join('\n') }, alone];
  const compiled = compileLists(lists);
  const sentences = alone.namesOnly
    ? []
    : await firstOf(ORDINARY, HARM_SHOWN, async (text) => checkText(text, compiled) !== null && (await moderateText(ctx, text)) === null);
  const names = await firstOf(
    namesIn(ORDINARY),
    HARM_SHOWN - sentences.length,
    async (name) => checkName(name, compiled) !== null && (await moderateNames(ctx, [name]))[0] === null,
  );
  return sentences.length + names.length === 0 ? null : { sentences, names };
}

/** The first few for which something holds. Others get their turn meanwhile. */
async function firstOf(all: string[], most: number, isOne: (text: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const [at, text] of all.entries()) {
    if (found.length >= most) break;
    if (at % AT_A_TIME === 0) await breathe();
    if (await isOne(text)) found.push(text);
  }
  return found;
}

/**
 * What the filter says about a text as things are. Nothing of it is kept.
 * @throws Refusal 'not-allowed', 'unavailable' where the filter cannot run
 */
export async function tryWords(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<WordsAnswer> {
  authorize(actor, 'filter:edit');
  const text = fields['text'] ?? '';
  const as = fields['as'] === 'name' ? 'name' : 'text';
  if (text.trim() === '') return { is: 'not-tried', text, as, fault: texts.tryOut.empty };
  if (text.length > TRY_MAX) return { is: 'not-tried', text, as, fault: texts.tryOut.long };
  const verdict = as === 'name' ? ((await moderateNames(ctx, [text]))[0] ?? null) : await moderateText(ctx, text);
  return { is: 'tried', text, as, kind: verdict?.kind ?? null };
}
