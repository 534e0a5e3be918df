import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { formatLongDate } from '../../../shared/date-format.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../../audit-log/queries.server.ts';
import { parseNote } from '../../audit-log/schema.ts';
import { REQUIRED_TEXTS } from '../check/rules.ts';
import { TEXT_FIELDS, type TextCheck } from '../check/schema.ts';
import { checkText, checkWithdrawal, checkWithOthers, type CheckedText } from '../check/service.server.ts';
import { slugify } from '../markdown/rules.ts';
import { TEXT_KINDS, type TextKind, type TextSource } from '../markdown/schema.ts';
import * as queries from '../versions/queries.server.ts';
import { isAsShipped, isPlanned, keyOf } from '../versions/rules.ts';
import type { VersionState } from '../versions/schema.ts';
import { getShippedTexts, getSiteTexts, getToday, hashText } from '../versions/service.server.ts';
import { compareTexts } from './diff.rules.ts';
import { newTextForm, textForm } from './forms.server.ts';
import { chooseSlug, toSource, writeSource } from './rules.ts';
import { ECHOED, type EditorResult, type TextFields } from './schema.ts';
import { texts } from './texts.ts';

type Operator = Extract<Actor, { kind: 'player' }>;
const AUTHOR = 'The Kiddo team';
const LAST_PLACE = '99';

/** @throws AppError 'sign-in-required', 'not-allowed' */
function requireEditor(actor: Actor): Operator {
  authorize(actor, 'text:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

/** A text of the site as it is now: its newest versions, and the shipped one. */
export type CurrentText = {
  kind: TextKind;
  slug: string;
  shipped: TextSource | undefined;
  /** The newest version, drafts too. */
  newest: queries.SavedVersionRow | undefined;
  /** The newest that is no draft. */
  published: queries.VersionRow | undefined;
};

/** @throws AppError 'not-found' if there is neither a file nor a version */
export async function findText(db: Parameters<typeof queries.listVersions>[0], kindName: string, slug: string): Promise<CurrentText> {
  const kind = TEXT_KINDS.find((each) => each === kindName);
  if (kind === undefined) throw new AppError('not-found', 'there is no such kind of text');
  const [newest] = await queries.listVersions(db, kind, slug, 1);
  const shipped = getShippedTexts().get(keyOf({ kind, slug }));
  if (newest === undefined && shipped === undefined) throw new AppError('not-found', 'there is no such text');
  const published = newest?.state === 'draft' ? await queries.findShownVersion(db, kind, slug) : newest;
  return { kind, slug, shipped, newest, published };
}

/** What people see of it once its day has come; null if nothing. A version that is what was shipped is shown as it is shipped now. */
export function getSeenText({ shipped, published }: CurrentText): TextSource | null {
  if (published === undefined) return shipped ?? null;
  if (published.state === 'withdrawn') return null;
  return isAsShipped(published, shipped, hashText) ? (shipped ?? null) : published;
}

/** What the form of a text is made from: the newest version, or the file. */
export function getEditedText(text: CurrentText): TextSource {
  const { newest, kind, slug } = text;
  const isOlder = newest === undefined || (newest.state === 'published' && getSeenText(text) !== newest);
  const source = isOlder ? (getSeenText(text) ?? newest) : newest;
  if (source === undefined) throw new Error('a text has a file or a version');
  return { kind, slug, front: source.front, body: source.body };
}

/** The words that stand for the picture of a shipped article. */
const getPictureText = (cover: string): string | undefined => getShippedTexts().get(cover)?.front['picture'];

/**
 * Begins a post or a help article: a draft whose address is made of its title.
 * @returns its kind and slug, or the failure next to the title
 * @throws AppError 'not-allowed', 'bad-input' (a hidden field)
 */
export async function createText(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
): Promise<{ ok: true; kind: TextKind; slug: string } | ActionFailure> {
  const me = requireEditor(actor);
  const parsed = parseForm(newTextForm, fields, () => texts.create.nameless, ECHOED);
  if (!parsed.ok) return parsed;
  const { kind, title } = parsed.value;
  const refuse = (message: string) => actionFailure('bad-input', { fieldErrors: { title: message }, values: pickFields(fields, ECHOED) });
  if (!/[a-z0-9]/i.test(title.normalize('NFKD'))) return refuse(texts.create.nameless);
  const slug = chooseSlug(title, slugify);
  const { categories, topics } = (await getSiteTexts(ctx)).index;
  const [cover = ''] = [...getShippedTexts()].flatMap(([key, text]) => (text.kind === kind ? [key] : []));
  const picture = getPictureText(cover) ?? '';
  const front: Record<string, string> =
    kind === 'blog'
      ? { title, date: getToday(ctx), author: AUTHOR, category: categories[0]?.name ?? '', cloth: 'adventure', cover, picture }
      : { title, topic: topics[0]?.id ?? '', place: LAST_PLACE, cover, picture };
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockTexts(trx);
    const isTaken = async (name: string) =>
      getShippedTexts().has(keyOf({ kind, slug: name })) || (await queries.listVersions(trx, kind, name, 1)).length > 0;
    if (slug === null || (await isTaken(slug))) return refuse(texts.create.taken);
    await insert(ctx, trx, authorOf(ctx, me), { source: { kind, slug, front, body: '' }, number: 1, state: 'draft', base: null });
    return { ok: true, kind, slug };
  });
}

/** What a text would look like as it stands in the form, for the preview while somebody types. @throws AppError 'not-allowed', 'not-found', 'bad-input' */
export async function previewText(ctx: AppContext, actor: Actor, kind: string, slug: string, fields: FormFields): Promise<TextCheck> {
  requireEditor(actor);
  const form = parseFormOrThrow(textForm, { ...fields, do: 'preview' });
  requireBody(form);
  const before = getEditedText(await findText(ctx.db, kind, slug));
  return toCheck(await checkText(ctx, toSource(before, pickTexts(form), getPictureText)));
}

/**
 * What the forms on the page of a text do: `preview` shows it, `save` keeps a draft, `publish` shows it to people, `withdraw` shows it to nobody,
 * `keep` leaves the edited text although a newer one was shipped, `restore` goes back to `version` (0: the shipped one). All but the first two
 * take a `note`, which goes into the audit log.
 * @param fields `do`, `shown` (the newest version when the form was made), `note`, `version`, and the text
 * @returns the failure with what was typed: also if somebody else saved a version meanwhile
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (a hidden field)
 */
export async function submitText(ctx: AppContext, actor: Actor, kind: string, slug: string, fields: FormFields): Promise<EditorResult> {
  const me = requireEditor(actor);
  const values = pickFields(fields, ECHOED);
  const parsed = parseForm(textForm, fields, () => texts.unreadable, ECHOED);
  if (!parsed.ok) return parsed;
  const form = parsed.value;
  const { do: action } = form;
  if (action === 'preview') {
    requireBody(form);
    const before = getEditedText(await findText(ctx.db, kind, slug));
    // Somebody pressed for it: with all other texts, which takes longer than while they type.
    const check = toCheck(await checkWithOthers(ctx, ctx.db, toSource(before, pickTexts(form), getPictureText)));
    return {
      ok: true,
      do: 'preview',
      values: { ...pickTexts(form), shown: String(form.shown), note: form.note ?? '', short: form.short ?? '' },
      check,
    };
  }
  const note = action === 'save' ? '' : parseNote(form.note ?? '');
  if (note === null) return actionFailure('bad-input', { fieldErrors: { note: texts.noteRequired }, values });
  if (action === 'save' || action === 'publish') requireBody(form);
  const result = await ctx.db.transaction().execute(async (trx): Promise<EditorResult> => {
    await queries.lockTexts(trx);
    const text = await findText(trx, kind, slug);
    const typed = toSource(getEditedText(text), pickTexts(form), getPictureText);
    if (form.shown !== (text.newest?.number ?? 0)) return toConflict(text, typed, values, action);
    const change: Change = { ctx, trx, me, text, note, isMeantShort: form.short === 'yes', values };
    switch (action) {
      case 'save':
        return save(change, typed);
      case 'publish':
        return publish(change, typed);
      case 'withdraw':
        return withdraw(change);
      case 'keep':
        return keep(change);
      case 'restore':
        return restore(change, form.version ?? 0);
    }
  });
  // Only after the commit: then whoever looks again sees it.
  if (result.ok && result.do !== 'save') ctx.bus.publish({ kind: 'texts' });
  return result;
}

/** `isMeantShort`: somebody said that the text is meant to be much shorter than the shipped one. */
type Change = {
  ctx: AppContext;
  trx: Transaction<DB>;
  me: Operator;
  text: CurrentText;
  note: string;
  isMeantShort: boolean;
  values: Record<string, string>;
};

/** An empty text is one that was sent empty, not a form that came without it. @throws AppError 'bad-input' */
function requireBody({ body }: TextFields): void {
  if (body === undefined) throw new AppError('bad-input', 'the form has no text', { field: 'body' });
}

/** A draft may be half a text, but none that nobody can open again. */
async function save({ ctx, trx, me, text, values }: Change, typed: TextSource): Promise<EditorResult> {
  const checked = await checkText(ctx, typed);
  if (!checked.isParsed) return unfit(checked, values, texts.unsaved);
  const shown = (text.newest?.number ?? 0) + 1;
  await insert(ctx, trx, authorOf(ctx, me), { source: typed, number: shown, state: 'draft', base: getBase(text) });
  return { ok: true, do: 'save', shown, planned: null, warnings: [] };
}

async function publish(change: Change, typed: TextSource): Promise<EditorResult> {
  const { ctx, text, values } = change;
  if (isSame(text, typed)) return actionFailure('same', { error: texts.same, values });
  const isShippedAgain = text.shipped !== undefined && hashText(typed) === hashText(text.shipped);
  const source = setUpdated(change, typed);
  const { refused, warnings } = await findRefusal(change, source);
  if (refused !== null) return refused;
  const today = getToday(ctx);
  const base = isShippedAgain ? hashText(source) : getBase(text);
  const shown = await record(change, { source, state: 'published', action: 'publish-text', base });
  return { ok: true, do: 'publish', shown, planned: isPlanned(source, today) ? (source.front['date'] ?? null) : null, warnings };
}

/** A text that people agree to says when it was changed: today, if it says something else than what they see. */
function setUpdated({ ctx, text }: Change, source: TextSource): TextSource {
  if (source.front['updated'] === undefined) return source;
  const seen = getSeenText(text);
  const isSeen = seen !== null && hashText(seen) === hashText(source);
  const updated = isSeen ? seen.front['updated'] : undefined;
  return { ...source, front: { ...source.front, updated: updated ?? formatLongDate(ctx.now().toISOString()) } };
}

/** Why people cannot see the text from now on; null if they can, and then what is worth a second look. */
async function findRefusal(
  { ctx, trx, text, isMeantShort, values }: Change,
  source: TextSource,
): Promise<{ refused: EditorResult | null; warnings: string[] }> {
  const checked = await checkWithOthers(ctx, trx, source);
  const seen = getSeenText(text);
  const today = getToday(ctx);
  if (isPlanned(source, today) && seen !== null && !isPlanned(seen, today)) checked.fieldErrors.date = texts.dateOfVisible;
  const isUnmeant = checked.isShort && !isMeantShort;
  const { warnings } = checked;
  if (!isUnfit(checked) && !isUnmeant) return { refused: null, warnings };
  const refused = unfit(checked, values, texts.unfit);
  if (!isUnmeant || refused.ok) return { refused, warnings };
  return { refused: { ...refused, fieldErrors: { ...refused.fieldErrors, short: texts.shortRequired } }, warnings };
}

async function withdraw(change: Change): Promise<EditorResult> {
  const { text } = change;
  if (!canWithdraw(text)) throw new AppError('bad-input', 'the site needs this text, or it is withdrawn already', { field: 'do' });
  const source = getSeenText(text) ?? getEditedText(text);
  const shown = await record(change, { source, state: 'withdrawn', action: 'withdraw-text', base: getBase(text) });
  return { ok: true, do: 'withdraw', shown, planned: null, warnings: [] };
}

async function keep(change: Change): Promise<EditorResult> {
  const { ctx, trx, text, values } = change;
  const { shipped, published, newest } = text;
  if (!hasNewerShipped(text) || !shipped || !published || !newest)
    throw new AppError('bad-input', 'there is no newer shipped text', { field: 'do' });
  const checked = await checkWithOthers(ctx, trx, published);
  if (isUnfit(checked)) return unfit(checked, values, texts.unkept);
  const base = hashText(shipped);
  const shown = await record(change, { source: published, state: published.state, action: 'keep-text', base });
  // The draft on top stays on top, and whose it is.
  const hasDraft = newest.state === 'draft';
  const author = { saved_by: newest.savedById, saved_at: newest.savedAt };
  if (hasDraft) await insert(ctx, trx, author, { source: newest, number: shown + 1, state: 'draft', base });
  return { ok: true, do: 'keep', shown: hasDraft ? shown + 1 : shown, planned: null, warnings: [] };
}

async function restore(change: Change, number: number): Promise<EditorResult> {
  const { ctx, trx, text, values } = change;
  const { kind, slug, shipped } = text;
  const version = number === 0 ? undefined : await queries.findVersion(trx, kind, slug, number);
  const chosen = number === 0 ? shipped : version;
  if (chosen === undefined) throw new AppError('not-found', 'there is no such version');
  if (isSame(text, chosen)) return actionFailure('same', { error: texts.same, values });
  const source = setUpdated(change, chosen);
  const { refused, warnings } = await findRefusal(change, source);
  if (refused !== null) return refused;
  const today = getToday(ctx);
  // Had it the hash of an older file as its base, it would be shown as that is shipped now.
  const hash = hashText(source);
  const base = shipped === undefined ? null : version?.base == null || version.base === hash ? hashText(shipped) : version.base;
  const shown = await record(change, { source, state: 'published', action: 'restore-text', base });
  return { ok: true, do: 'restore', shown, planned: isPlanned(source, today) ? (source.front['date'] ?? null) : null, warnings };
}

/** Whether a text says what people see already. With a draft on top it is news nevertheless: the draft is put aside. */
function isSame(text: CurrentText, source: TextSource): boolean {
  const seen = getSeenText(text);
  return text.newest?.state !== 'draft' && seen !== null && hashText(seen) === hashText(source);
}

const isUnfit = ({ problems, fieldErrors }: CheckedText): boolean => problems.length > 0 || Object.keys(fieldErrors).length > 0;

function unfit(checked: CheckedText, values: Record<string, string>, error: string): EditorResult {
  return { ...actionFailure('unfit', { error, fieldErrors: checked.fieldErrors, values }), check: toCheck(checked) };
}

/** Somebody else was faster: what they have, against what was typed. The next press counts, because the form knows their version then. */
function toConflict(text: CurrentText, typed: TextSource, values: Record<string, string>, action: string): EditorResult {
  const { newest } = text;
  if (newest === undefined) throw new AppError('bad-input', 'the form names a version that is not there', { field: 'shown' });
  const isTyped = action === 'save' || action === 'publish';
  const diff = isTyped ? compareTexts(writeSource(newest), writeSource(typed)) : [];
  const conflict = { shown: newest.number, by: newest.savedBy, at: newest.savedAt.toISOString(), diff };
  return { ...actionFailure('conflict', { values }), conflict };
}

/** Whether we shipped another text than the edited one was made from. */
export function hasNewerShipped({ shipped, published }: CurrentText): boolean {
  if (!shipped || published?.state !== 'published' || hashText(published) === published.base) return false;
  return published.base !== hashText(shipped);
}

/** The site needs each of its pages, and the texts that its code leads to; other posts and help articles can go, once. */
export function canWithdraw({ kind, slug, published, newest, shipped }: CurrentText): boolean {
  if (kind === 'page' || (REQUIRED_TEXTS as readonly string[]).includes(keyOf({ kind, slug }))) return false;
  return newest?.state === 'draft' || (published === undefined ? shipped !== undefined : published.state === 'published');
}

/** Whether the words of a version can be erased: those that people see, or will see, cannot, nor those that the form is made from. */
export function canErase({ newest, published }: CurrentText, number: number): boolean {
  if (number < 1 || newest === undefined || number >= newest.number) return false;
  return published?.state !== 'published' || published.number !== number;
}

/** What would lead nowhere if the text were withdrawn. */
export async function listLinksToWithdraw(ctx: AppContext, text: CurrentText): Promise<string[]> {
  const source = getSeenText(text);
  return source === null ? [] : checkWithdrawal(ctx, ctx.db, { ...source, number: 0, state: 'withdrawn', base: null });
}

/** The shipped text that the next version is made from: that of the version before, until somebody decided about a newer one. */
function getBase({ shipped, published }: CurrentText): string | null {
  if (shipped === undefined) return null;
  const isUnchanged = published === undefined || published.base === null || hashText(published) === published.base;
  return isUnchanged ? hashText(shipped) : published.base;
}

type NewVersion = { source: TextSource; number: number; state: VersionState; base: string | null };

type Author = { saved_by: string | null; saved_at: Date };
const authorOf = (ctx: AppContext, me: Operator): Author => ({ saved_by: me.id, saved_at: ctx.now() });

async function insert(ctx: AppContext, trx: Transaction<DB>, author: Author, { source, ...version }: NewVersion): Promise<void> {
  const { kind, slug, front, body } = source;
  await queries.insertVersion(trx, { id: ctx.newId(), kind, slug, front, body, ...version, ...author });
}

/** Adds a version that changes what people see, with its entry in the audit log. @returns its number */
async function record(
  { ctx, trx, me, text, note }: Change,
  { action, ...version }: Omit<NewVersion, 'number'> & { action: string },
): Promise<number> {
  const number = (text.newest?.number ?? 0) + 1;
  await insert(ctx, trx, authorOf(ctx, me), { ...version, number });
  const actorName = await getUsername(trx, me.id);
  const subject = { subjectKind: 'text', subjectId: keyOf(text), details: { version: number } };
  await insertAuditEntry(trx, { id: ctx.newId(), actorId: me.id, actorName, action, note, ...subject });
  return number;
}

/** What the page shows of it. */
export const toCheck = ({ preview, problems, warnings, isShort }: CheckedText): TextCheck => ({ preview, problems, warnings, isShort });

/** The text that was typed, without the buttons. */
function pickTexts(form: TextFields): TextFields {
  return Object.fromEntries(TEXT_FIELDS.flatMap((field) => (form[field] === undefined ? [] : [[field, form[field]]])));
}
