import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getProofKind } from '../../accounts/reauthentication/service.server.ts';
import { checkText, checkWithOthers } from '../check/service.server.ts';
import { TEXT_KINDS, type TextSource } from '../markdown/schema.ts';
import * as queries from '../versions/queries.server.ts';
import { isAsShipped, isPlanned, keyOf } from '../versions/rules.ts';
import { getShippedTexts, getSiteTexts, getToday, hashText, PICTURES, type SiteTexts } from '../versions/service.server.ts';
import { compareTexts } from './diff.rules.ts';
import { toFields, writeSource } from './rules.ts';
import {
  canErase,
  canWithdraw,
  findText,
  getEditedText,
  getSeenText,
  hasNewerShipped,
  listLinksToWithdraw,
  toCheck,
  type CurrentText,
} from './service.server.ts';
import { LIST_QUERY_MAX, type EditorView, type TextListItem, type TextListView, type TextStatus, type VersionsView } from './schema.ts';
import { texts } from './texts.ts';

/** The most versions of a text that their list shows. */
const VERSIONS_MAX = 200;

/** All texts by kind, posts newest first and the others by title; with a query those that have it in their title. @throws AppError 'not-allowed' */
export async function getTextList(ctx: AppContext, actor: Actor, rawQuery: string | null): Promise<TextListView> {
  authorize(actor, 'text:edit');
  const [newest, shown, { broken }] = await Promise.all([
    queries.listNewestVersions(ctx.db),
    queries.listShownVersions(ctx.db),
    getSiteTexts(ctx),
  ]);
  const shipped = getShippedTexts();
  const byKey = <Row extends TextSource>(rows: Row[]) => new Map(rows.map((row) => [keyOf(row), row]));
  const [newestByKey, shownByKey] = [byKey(newest), byKey(shown)];
  const all = [...new Set([...shipped.keys(), ...newestByKey.keys()])].map((key): CurrentText => {
    const { kind, slug } = (shipped.get(key) ?? newestByKey.get(key)) as TextSource;
    return { kind, slug, shipped: shipped.get(key), newest: newestByKey.get(key), published: shownByKey.get(key) };
  });
  const query = (rawQuery ?? '').trim().slice(0, LIST_QUERY_MAX).toWellFormed();
  const items = await Promise.all(
    all.map(async (text) => ({ ...(await toListItem(ctx, text, broken)), date: getEditedText(text).front['date'] ?? '' })),
  );
  return {
    query,
    texts: items
      .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
      .sort(
        (a, b) => TEXT_KINDS.indexOf(a.kind) - TEXT_KINDS.indexOf(b.kind) || b.date.localeCompare(a.date) || a.title.localeCompare(b.title),
      )
      .map(({ date: _date, ...item }) => item),
  };
}

async function toListItem(ctx: AppContext, text: CurrentText, broken: SiteTexts['broken']): Promise<TextListItem> {
  const { kind, slug, newest } = text;
  const status = await getStatus(ctx, text, broken);
  const title = getEditedText(text).front['title'] ?? '';
  return { kind, slug, title, status, hasDraft: newest?.state === 'draft', isNewer: hasNewerShipped(text) };
}

async function getStatus(ctx: AppContext, text: CurrentText, broken: SiteTexts['broken']): Promise<TextStatus> {
  const { published, shipped } = text;
  if (published === undefined) return shipped === undefined ? 'none' : 'shipped';
  if (published.state === 'withdrawn') return 'withdrawn';
  if (isAsShipped(published, shipped, hashText) || (shipped !== undefined && hashText(published) === hashText(shipped))) return 'shipped';
  if (broken.has(keyOf(text))) return 'broken';
  if (isPlanned(published, getToday(ctx))) return 'planned';
  // It was fit when it was published, for the build of that day.
  if ((await checkText(ctx, published)).problems.length > 0) return 'unfit';
  return shipped === undefined ? 'written' : 'changed';
}

/** A text on its page: what the form begins with, what people see, and what we shipped since. @throws AppError 'not-allowed', 'not-found' */
export async function getEditor(ctx: AppContext, actor: Actor, kindName: string, slug: string): Promise<EditorView> {
  authorize(actor, 'text:edit');
  const text = await findText(ctx.db, kindName, slug);
  const { kind, shipped, newest, published } = text;
  const { index, broken } = await getSiteTexts(ctx);
  const edited = getEditedText(text);
  const status = await getStatus(ctx, text, broken);
  // A post of a day to come: others may have got another day since, so it is checked with them.
  const made = status === 'planned' ? checkWithOthers(ctx, ctx.db, edited) : checkText(ctx, edited);
  const [check, deadLinks] = await Promise.all([made, canWithdraw(text) ? listLinksToWithdraw(ctx, text) : []]);
  return {
    kind,
    slug,
    status,
    plannedFor: status === 'planned' ? (published?.front['date'] ?? null) : null,
    brokenBecause: broken.get(keyOf(text)) ?? null,
    fields: toFields(kind, edited),
    shown: newest?.number ?? 0,
    draft: newest?.state === 'draft' ? { by: newest.savedBy, at: newest.savedAt.toISOString() } : null,
    options: {
      topics: index.topics.map(({ id, title }) => ({ value: id, label: title })),
      covers: [...getShippedTexts()]
        .filter(([key, each]) => each.kind !== 'page' && key !== keyOf(text))
        .map(([key, { front }]) => ({ value: key, label: texts.pictureOf(front['title'] ?? key) })),
      images: [...PICTURES].map((path) => ({ value: path, label: path.replace(/^\/|\.svg$/g, '').replaceAll(/[/-]/g, ' ') })),
      categories: index.categories.map(({ name }) => name),
    },
    newer: hasNewerShipped(text) && published && shipped ? compareTexts(writeSource(published), writeSource(shipped)) : null,
    canWithdraw: canWithdraw(text),
    deadLinksWithout: deadLinks,
    hasOwnPicture: shipped !== undefined,
    updated: edited.front['updated'] ?? null,
    check: toCheck(check),
  };
}

/**
 * The versions of a text, newest first: who, when and why; and one of them against what people see.
 * @param selected the number of a version, 0 for the shipped text; anything else selects none
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getVersions(
  ctx: AppContext,
  actor: Actor,
  kindName: string,
  slug: string,
  selected: string | null,
): Promise<VersionsView> {
  authorize(actor, 'text:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const text = await findText(ctx.db, kindName, slug);
  const { kind, shipped, newest } = text;
  const [versions, notes, erasures, proof] = await Promise.all([
    queries.listVersions(ctx.db, kind, slug, VERSIONS_MAX),
    queries.listVersionNotes(ctx.db, kind, slug),
    queries.listErasureNotes(ctx.db, kind, slug),
    getProofKind(ctx, actor.id),
  ]);
  const seen = getSeenText(text);
  const number = selected !== null && /^\d{1,7}$/.test(selected) ? Number(selected) : null;
  const source = number === 0 ? shipped : number === null ? undefined : await queries.findVersion(ctx.db, kind, slug, number);
  const check = source && (await checkText(ctx, source));
  const nothing: TextSource = { kind, slug, front: {}, body: '' };
  const isSeen = (each: TextSource) => seen !== null && hashText(each) === hashText(seen);
  return {
    kind,
    slug,
    title: getEditedText(text).front['title'] ?? '',
    shown: newest?.number ?? 0,
    hasShipped: shipped !== undefined,
    isShippedNow: shipped !== undefined && isSeen(shipped),
    versions: versions.map((row) => ({
      number: row.number,
      state: row.state,
      by: row.savedBy,
      at: row.savedAt.toISOString(),
      note: notes.get(row.number) ?? '',
      isNow: seen !== null && row.number === text.published?.number && seen === text.published,
      erased: row.erasedAt === null ? null : (erasures.get(row.number) ?? { by: '', note: '' }),
    })),
    proof,
    selected:
      source === undefined || check === undefined || number === null
        ? null
        : {
            number,
            isNow: isSeen(source),
            canErase: canErase(text, number),
            diff: compareTexts(writeSource(seen ?? nothing), writeSource(source)),
            preview: check.preview,
            problems: check.problems,
            isShort: check.isShort,
          },
  };
}
