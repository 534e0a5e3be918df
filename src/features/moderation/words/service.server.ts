import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { decodeCursor, encodeCursor } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { compileLists, checkText, checkName } from '../../safety/filter/rules.ts';
import { HELP_KINDS, type WordList } from '../../safety/filter/schema.ts';
import { compileHelpLists, findHelp } from '../../safety/help.rules.ts';
import { findLineError, isSetDefinition, parseListFile } from '../../safety/lexicon.rules.ts';
import { explainRefusal, findHelpInText, moderateMessage, moderateNames } from '../../safety/service.server.ts';
import { wordsForm, type FilterTestFields, type WordActionFields } from './forms.server.ts';
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
  WORDS_FIELDS,
  type EntryView,
  type FalsePositives,
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
 * Handles the page's forms: changes an entry (updateWords), or checks a text against the filter (testWords).
 * @throws AppError 'not-allowed', 'bad-input' (unknown action), 'unavailable' if the filter cannot run
 */
export async function submitWordsForm(ctx: AppContext, actor: Actor, fields: FormFields): Promise<WordsResult> {
  authorize(actor, 'filter:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseFormOrThrow(wordsForm, fields);
  const fail: Fail = (field, error) =>
    actionFailure('bad-input', { fieldErrors: { [field]: error }, values: pickFields(fields, WORDS_FIELDS) });
  return form.do === 'try' ? testWords(ctx, form, fail) : updateWords(ctx, actor.id, form, fail);
}

type EntryKey = Pick<EntryView, 'list' | 'entry'>;
/** Creates the failure for an error of a field. */
type Fail = (field: 'list' | 'entry' | 'note' | 'text', error: string) => ActionFailure;

/**
 * Adds an entry to a list, removes one, or restores it, with a note in the audit log. If a new entry would block ordinary words, the
 * result says so: then `confirm` has to repeat the value from the result.
 */
async function updateWords(ctx: AppContext, actorId: string, form: WordActionFields, fail: Fail): Promise<WordsResult> {
  const { do: action, list } = form;
  const entries = getEntries(await queries.getStoredLists(ctx.db));
  const file = parseListFile(list, '');
  if (file === null || !entries.some((one) => one.list === list)) return fail('list', texts.errors.list);
  const entry = action === 'add' ? normalizeEntry(form.entry) : form.entry;
  const entryError = action === 'add' ? validateEntry(file.kind, entry) : null;
  if (entryError !== null) return fail('entry', texts.entryError(entryError));
  const note = parseNote(form.note);
  if (note === null) return fail('note', texts.noteRequired);
  if (action === 'add' && !hasActiveEntry(entries, list, entry)) {
    const unreadable = validateAddition(entries, { list, entry });
    if (unreadable !== null) return fail('entry', unreadable);
    // The confirmation names the entry, so that an entry edited afterwards is checked again.
    const confirm = `${list} ${entry}`;
    const falsePositives = form.confirm === confirm ? null : await findFalsePositives(ctx, entries, { list, entry });
    if (falsePositives !== null) {
      const values = { do: action, list, entry: form.entry, note: form.note };
      return { ...actionFailure('confirmation-required', { values }), confirmation: { confirm, falsePositives } };
    }
  }
  return ctx.db.transaction().execute((trx) => applyChange(ctx, trx, actorId, { action, list, entry, note }, fail));
}

async function applyChange(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  { action, list, entry, note }: EntryKey & { action: WordAction; note: string },
  fail: Fail,
): Promise<WordsResult> {
  await queries.lockLists(trx);
  // Read again inside the transaction: another moderator may have changed the lists, for example added a set that this entry needs.
  const entries = getEntries(await queries.getStoredLists(trx));
  const old = entries.find((one) => one.list === list && (action === 'add' ? normalizeEntry(one.entry) : one.entry) === entry);
  if (action !== 'add' && !old) return fail('entry', texts.errors.gone);
  const isOn = action !== 'take';
  const one = { list, entry: old?.entry ?? entry };
  if (old && isActive(old) === isOn) return { ok: true, action, ...one, changed: false };
  if (one.entry.length > ENTRY_MAX) return fail('entry', texts.tooLong);
  const error = isOn ? validateAddition(entries, one) : validateRemoval(entries, one);
  if (error !== null) return fail('entry', error);
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
  return { ok: true, action, ...one, changed: true };
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
  // An innocent phrase is plain words, which the filter does not compile.
  const isCompiled = singleEntryList !== null && singleEntryList.kind !== 'innocent';
  const reason = isCompiled ? findLineError(singleEntryList, getSetDefinitions(entries)) : null;
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
  const lists = toWordLists(entries);
  return compileLists(lists).faults.length + compileHelpLists(lists).faults.length;
}

/** Ordinary texts that pass the filter now but would not with this entry; null if there are none. */
async function findFalsePositives(ctx: AppContext, entries: EntryView[], { list, entry }: EntryKey): Promise<FalsePositives | null> {
  const singleEntryList = parseListFile(list, entry);
  if (singleEntryList === null || ['allow', 'innocent'].includes(singleEntryList.kind)) return null;
  // Compiling the entry alone is fast. A set definition has no effect without the entries that use it, so it needs all lists.
  const lists: WordList[] = isSetDefinition(entry)
    ? toWordLists([...entries, { list, entry, state: 'added' }])
    : [
        ...toWordLists(entries).filter(({ kind }) => kind === 'allow'),
        { kind: 'sets', text: getSetDefinitions(entries).join('\n') },
        singleEntryList,
      ];
  if (HELP_KINDS.some((kind) => kind === singleEntryList.kind)) {
    const compiledHelp = compileHelpLists(lists);
    const found = await findFirst(
      ALLOWED_SENTENCES,
      FALSE_POSITIVES_MAX,
      async (text) => findHelp(text, compiledHelp) !== null && (await findHelpInText(ctx, text)) === null,
    );
    return found.length === 0 ? null : { sentences: found, names: [] };
  }
  const compiled = compileLists(lists);
  const sentences = singleEntryList.namesOnly
    ? []
    : await findFirst(
        ALLOWED_SENTENCES,
        FALSE_POSITIVES_MAX,
        async (text) => checkText(text, compiled) !== null && (await moderateMessage(ctx, text)).refused === null,
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

/** Checks a text against the current filter. The text is not stored. */
async function testWords(ctx: AppContext, { text, as }: FilterTestFields, fail: Fail): Promise<WordsResult> {
  if (text.trim() === '') return fail('text', texts.filterTest.empty);
  if (text.length > TEST_TEXT_MAX) return fail('text', texts.filterTest.long);
  if (as === 'name')
    return {
      ok: true,
      action: 'try',
      text,
      as,
      category: (await moderateNames(ctx, [text]))[0]?.kind ?? null,
      help: null,
      classifiedFor: null,
    };
  const { refused, help } = await moderateMessage(ctx, text);
  const classifiedFor = refused?.isClassified ? await explainRefusal(ctx, text) : null;
  return { ok: true, action: 'try', text, as, category: refused?.kind ?? null, help: help?.kinds[0] ?? null, classifiedFor };
}
