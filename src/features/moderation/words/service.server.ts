import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { decodeCursor, encodeCursor } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { compileLists, checkText, checkName } from '../../safety/filter/rules.ts';
import type { WordList } from '../../safety/filter/schema.ts';
import { findLineError, isSetDefinition, parseListFile } from '../../safety/lexicon/rules.ts';
import { moderateNames, moderateText } from '../../safety/service.server.ts';
import * as queries from './queries.server.ts';
import {
  normalizeEntry,
  getEntries,
  validateEntry,
  matchesFilters,
  FALSE_POSITIVES_MAX,
  isActive,
  toListViews,
  LOG_MAX,
  extractNames,
  paginate,
  getSetDefinitions,
  toWordLists,
} from './rules.ts';
import {
  ENTRY_MAX,
  QUERY_MAX,
  ENTRY_FILTERS,
  TEST_TEXT_MAX,
  WORD_ACTIONS,
  type EntryView,
  type FalsePositives,
  type EntryFields,
  type WordAction,
  type WordFilters,
  type WordsResult,
  type WordsView,
} from './schema.ts';
import { texts } from './texts.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';
import { parseNote } from '../../audit-log/schema.ts';

// The build includes the labelled ordinary sentences, because their folder is unknown at run time.
const ALLOWED_SENTENCES: string[] = Object.values(
  import.meta.glob<string>('../../../../wordlists/labelled/allowed.txt', { query: '?raw', import: 'default', eager: true }),
).flatMap((text) => text.split('\n').filter((line) => line !== ''));

/** Number of sentences checked before the event loop gets a turn. */
const BATCH_SIZE = 50;

/** Parses the filters from a URL; unknown values fall back to the default. */
export function parseWordFilters(params: URLSearchParams): WordFilters {
  const list = params.get('list') ?? '';
  return {
    list: parseListFile(list, '') === null ? null : list,
    q: (params.get('q') ?? '').trim().slice(0, QUERY_MAX).toWellFormed(),
    show: ENTRY_FILTERS.find((each) => each === params.get('show')) ?? 'all',
  };
}

/** The lists of the text filter, one page of the matching entries, and the recent changes. @throws AppError 'not-allowed' */
export async function getWordsView(ctx: AppContext, actor: Actor, filters: WordFilters, after: string | null): Promise<WordsView> {
  authorize(actor, 'filter:edit');
  const [stored, rows] = await Promise.all([queries.getStoredLists(ctx.db), queries.listRecentChanges(ctx.db, LOG_MAX)]);
  const entries = getEntries(stored);
  const found = entries.filter((one) => matchesFilters(one, filters));
  const key = decodeCursor(after, ['text', 'int']);
  const page = paginate(found, key && { list: key[0], position: key[1] });
  return {
    lists: toListViews(stored, entries),
    entries: page.shown.map((one) => ({ list: one.list, entry: one.entry, state: one.state })),
    total: found.length,
    next: page.next && encodeCursor([page.next.list, page.next.position]),
    log: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_name,
      action: row.action as WordAction,
      list: row.list,
      entry: row.entry,
      note: row.note,
    })),
  };
}

/**
 * Adds an entry to a list, removes one, or restores it, with a note in the audit log. Field errors are part of the result. So is the
 * warning that a new entry would block ordinary words: then `confirm` has to repeat the value from the result.
 * @throws AppError 'not-allowed', 'bad-input' (unknown action), 'unavailable' if the filter cannot run
 */
export async function updateWords(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<WordsResult> {
  authorize(actor, 'filter:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const action = WORD_ACTIONS.find((each) => each === fields['do']);
  if (!action) throw new AppError('bad-input', 'there is no such deed');
  const entryFields: EntryFields = { list: fields['list'] ?? '', entry: fields['entry'] ?? '', note: fields['note'] ?? '' };
  const reject: RejectEntry = (at, fault) => ({ is: 'refused', action, entryFields, field: at, error: fault });
  const entries = getEntries(await queries.getStoredLists(ctx.db));
  const list = parseListFile(entryFields.list, '');
  if (list === null || !entries.some((one) => one.list === entryFields.list)) return reject('list', texts.errors.list);
  const entry = action === 'add' ? normalizeEntry(entryFields.entry) : entryFields.entry;
  const entryError = action === 'add' ? validateEntry(list.kind, entry) : null;
  if (entryError !== null) return reject('entry', texts.entryError(entryError));
  const note = parseNote(entryFields.note);
  if (note === null) return reject('note', texts.noteRequired);
  if (action === 'add' && !hasActiveEntry(entries, entryFields.list, entry)) {
    const unreadable = validateAddition(entries, { list: entryFields.list, entry });
    if (unreadable !== null) return reject('entry', unreadable);
    // The confirmation names the entry, so that an entry edited afterwards is checked again.
    const confirm = `${entryFields.list} ${entry}`;
    const falsePositives = fields['confirm'] === confirm ? null : await findFalsePositives(ctx, entries, { list: entryFields.list, entry });
    if (falsePositives !== null) return { is: 'asking', entryFields, confirm, falsePositives };
  }
  return ctx.db.transaction().execute((trx) => applyChange(ctx, trx, actor.id, { action, list: entryFields.list, entry, note }, reject));
}

type EntryKey = Pick<EntryView, 'list' | 'entry'>;
type RejectEntry = (at: 'list' | 'entry' | 'note' | null, fault: string) => WordsResult;

async function applyChange(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  { action, list, entry, note }: EntryKey & { action: WordAction; note: string },
  refuse: RejectEntry,
): Promise<WordsResult> {
  await queries.lockLists(trx);
  // Read again inside the transaction: another moderator may have changed the lists, for example added a set that this entry needs.
  const entries = getEntries(await queries.getStoredLists(trx));
  const old = entries.find((one) => one.list === list && (action === 'add' ? normalizeEntry(one.entry) : one.entry) === entry);
  if (action !== 'add' && !old) return refuse('entry', texts.errors.gone);
  const isOn = action !== 'take';
  const one = { list, entry: old?.entry ?? entry };
  if (old && isActive(old) === isOn) return { is: 'done', action, ...one, changed: false };
  if (one.entry.length > ENTRY_MAX) return refuse('entry', texts.tooLong);
  const error = isOn ? validateAddition(entries, one) : validateRemoval(entries, one);
  if (error !== null) return refuse('entry', error);
  await queries.saveEntry(trx, { ...one, isOn });
  await insertAuditEntry(trx, {
    id: ctx.newId(),
    actorId,
    actorName: await getUsername(trx, actorId),
    action,
    subjectKind: 'filter',
    subjectId: list,
    note,
    details: { entry: one.entry },
  });
  return { is: 'done', action, ...one, changed: true };
}

/** Returns whether a list contains an active entry, ignoring differences in spelling. */
function hasActiveEntry(entries: EntryView[], list: string, entry: string): boolean {
  return entries.some((one) => isActive(one) && one.list === list && normalizeEntry(one.entry) === entry);
}

/** The error message if the filter could not read the lists with this entry, or null. */
function validateAddition(entries: EntryView[], { list, entry }: EntryKey): string | null {
  if (isSetDefinition(entry)) {
    const after = [...entries.filter((one) => one.list !== list || one.entry !== entry), { list, entry, state: 'added' as const }];
    return countFilterErrors(after) > countFilterErrors(entries) ? texts.errors.setBreaks : null;
  }
  const singleEntryList = parseListFile(list, entry);
  const reason = singleEntryList === null ? null : findLineError(singleEntryList, getSetDefinitions(entries));
  return reason === null ? null : texts.errors.unread(reason);
}

/**
 * The error message if the entry defines a set that others use, or null. Without the set, the filter would skip those entries and they
 * would block nothing.
 */
function validateRemoval(entries: EntryView[], { list, entry }: EntryKey): string | null {
  if (!isSetDefinition(entry)) return null;
  const after = entries.filter((one) => one.list !== list || one.entry !== entry);
  return countFilterErrors(after) > countFilterErrors(entries) ? texts.errors.setInUse : null;
}

function countFilterErrors(entries: EntryView[]): number {
  return compileLists(toWordLists(entries)).faults.length;
}

/** Ordinary texts that pass the filter now but would not with this entry; null if there are none. */
async function findFalsePositives(ctx: AppContext, entries: EntryView[], { list, entry }: EntryKey): Promise<FalsePositives | null> {
  const singleEntryList = parseListFile(list, entry);
  if (singleEntryList === null || singleEntryList.kind === 'allow') return null;
  // Compiling the entry alone is fast. A set definition has no effect without the entries that use it, so it needs all lists.
  const lists: WordList[] = isSetDefinition(entry)
    ? toWordLists([...entries, { list, entry, state: 'added' }])
    : [
        ...toWordLists(entries).filter(({ kind }) => kind === 'allow'),
        { kind: 'sets', text: getSetDefinitions(entries).join('\n') },
        singleEntryList,
      ];
  const compiled = compileLists(lists);
  const sentences = singleEntryList.namesOnly
    ? []
    : await findFirst(
        ALLOWED_SENTENCES,
        FALSE_POSITIVES_MAX,
        async (text) => checkText(text, compiled) !== null && (await moderateText(ctx, text)) === null,
      );
  const names = await findFirst(
    extractNames(ALLOWED_SENTENCES),
    FALSE_POSITIVES_MAX - sentences.length,
    async (name) => checkName(name, compiled) !== null && (await moderateNames(ctx, [name]))[0] === null,
  );
  return sentences.length + names.length === 0 ? null : { sentences, names };
}

/** The first few matches. Yields to the event loop between batches. */
async function findFirst(all: string[], limit: number, matches: (text: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const [index, text] of all.entries()) {
    if (found.length >= limit) break;
    if (index % BATCH_SIZE === 0) await yieldToEventLoop();
    if (await matches(text)) found.push(text);
  }
  return found;
}

/**
 * Checks a text against the current filter. The text is not stored.
 * @throws AppError 'not-allowed', 'unavailable' if the filter cannot run
 */
export async function testWords(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<WordsResult> {
  authorize(actor, 'filter:edit');
  const text = fields['text'] ?? '';
  const as = fields['as'] === 'name' ? 'name' : 'text';
  if (text.trim() === '') return { is: 'not-tried', text, as, error: texts.filterTest.empty };
  if (text.length > TEST_TEXT_MAX) return { is: 'not-tried', text, as, error: texts.filterTest.long };
  const verdict = as === 'name' ? ((await moderateNames(ctx, [text]))[0] ?? null) : await moderateText(ctx, text);
  return { is: 'tried', text, as, kind: verdict?.kind ?? null };
}
