import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { formatPublicationDay } from '../../../shared/date-format.ts';
import { FRONT_MATTER } from '../markdown/forms.server.ts';
import { fillPlaceholders, findUnknownPlaceholders } from '../markdown/placeholders.rules.ts';
import { ArticleError, checkBody, getBlockText } from '../markdown/rules.ts';
import type { TextKind, TextSource } from '../markdown/schema.ts';
import { toHelpArticle, toPage, toPost } from '../markdown/service.server.ts';
import { CLOTHS, type ArticleBody, type Page, type Picture } from '../schema.ts';
import { listShownVersions, type VersionRow } from '../versions/queries.server.ts';
import { keyOf } from '../versions/rules.ts';
import {
  buildTexts,
  getPlaceholders,
  getShippedTexts,
  getSiteTexts,
  getToday,
  PICTURES,
  type SiteTexts,
} from '../versions/service.server.ts';
import { blocksOf, findBrokenLinks, listIds, type BrokenLink } from './links.rules.ts';
import { fillByLine, findEmptyParts, findLine, findLostFacts, listShownPlaceholders, REQUIRED_ANCHORS } from './rules.ts';
import { publicPath, type TextCheck, type TextField, type TextPreview, type TextProblem } from './schema.ts';
import { texts } from './texts.ts';

/**
 * What a text would look like, what it cannot have, and the fields that are not right. `isParsed`: false if nothing of it can be shown, also
 * not to who edits it.
 */
export type CheckedText = TextCheck & { fieldErrors: Partial<Record<TextField, string>>; isParsed: boolean };

/** The text of which a preview is made at once: what is wrong in it by itself, without the others. */
export async function checkText(ctx: AppContext, source: TextSource): Promise<CheckedText> {
  const placeholders = await getPlaceholders(ctx);
  const { topics } = (await getSiteTexts(ctx)).index;
  const { text, lines } = fillByLine(source.body, (line) => fillPlaceholders(line, placeholders));
  const { body, problems: inBody, isParsed } = checkBody(text, placeholders.games);
  const problems: TextProblem[] = [
    ...inBody.map(({ line, message }) => ({ line: lines[line - 1] ?? null, message })),
    ...(isParsed ? findProblemsOfBody(source, body) : []),
  ];
  const { preview, fieldErrors, misfit } = toPreview(source, body, topics);
  if (misfit !== null && isParsed) problems.push({ line: null, message: misfit });
  const shipped = getShippedTexts().get(keyOf(source));
  const checked = { preview, fieldErrors, problems, isParsed };
  if (shipped?.kind !== 'page' || !isParsed) return { ...checked, warnings: [], isShort: false };
  const shippedBody = checkBody(fillPlaceholders(shipped.body, placeholders), placeholders.games).body;
  const [before, after] = [getWords(shippedBody), getWords(body)];
  if (before !== '' && after === '') problems.push({ line: null, message: texts.problems.empty });
  const warnings = listWarnings([shipped.front, before], [source.front, after]);
  return { ...checked, warnings, isShort: after.length < before.length / 2 };
}

/**
 * The same with all texts that people see: whether every link leads somewhere, and every article has its topic.
 * @param db the transaction that holds the lock, so that no other text changes meanwhile
 */
export async function checkWithOthers(ctx: AppContext, db: Kysely<DB>, source: TextSource): Promise<CheckedText> {
  const checked = await checkText(ctx, source);
  if (checked.problems.length > 0 || Object.keys(checked.fieldErrors).length > 0) return checked;
  const { before, after } = await buildBeforeAndAfter(ctx, db, { ...source, number: 0, state: 'published', base: null });
  const own = after.broken.get(keyOf(source));
  if (own !== undefined) return { ...checked, problems: [{ line: null, message: dropPath(own) }] };
  // Else these would vanish, or be as they were shipped, without a word.
  const others = [...after.broken].filter(([key]) => !before.broken.has(key));
  if (others.length > 0) return { ...checked, problems: others.map(([key, why]) => toProblemOfOther(key, why)) };
  const path = publicPath(source.kind, source.slug);
  const links = findNewBrokenLinks(before, after, path, getToday(ctx));
  return {
    ...checked,
    problems: links
      .filter(({ from }) => from === path)
      .map(({ to, until }) => ({
        line: findLine(source.body, `(${to}`),
        message: until === null ? texts.problems.deadLink(to) : texts.problems.earlyLink(to, until),
      })),
    warnings: [...checked.warnings, ...toLinkWarnings(links.filter(({ from }) => from !== path))],
  };
}

/** What would lead nowhere without a text. */
export async function checkWithdrawal(ctx: AppContext, db: Kysely<DB>, version: VersionRow): Promise<string[]> {
  const { before, after } = await buildBeforeAndAfter(ctx, db, { ...version, state: 'withdrawn' });
  return toLinkWarnings(findNewBrokenLinks(before, after, null, getToday(ctx)));
}

/** After the day of every post. */
const LAST_DAY = '9999-12-31';

/** The texts with the posts of all days to come: they are read as one, and the links know the days. */
async function buildBeforeAndAfter(
  ctx: AppContext,
  db: Kysely<DB>,
  candidate: VersionRow,
): Promise<{ before: SiteTexts; after: SiteTexts }> {
  const placeholders = await getPlaceholders(ctx);
  const versions = await listShownVersions(db);
  const others = versions.filter((each) => keyOf(each) !== keyOf(candidate));
  return { before: buildTexts(versions, LAST_DAY, placeholders), after: buildTexts([...others, candidate], LAST_DAY, placeholders) };
}

/** @param own the path of the text that changes: all its dead links count, those that it had before too */
function findNewBrokenLinks(before: SiteTexts, after: SiteTexts, own: string | null, today: string): BrokenLink[] {
  const toName = ({ from, to, until }: BrokenLink) => `${from} ${to} ${until}`;
  const known = new Set(findBrokenLinks(before.index, today).map(toName));
  return findBrokenLinks(after.index, today).filter((link) => link.from === own || !known.has(toName(link)));
}

const toLinkWarnings = (links: BrokenLink[]): string[] => [
  ...new Set(
    links.map(({ from, to, until }) => (until === null ? texts.warnings.deadLink(from, to) : texts.warnings.earlyLink(from, to, until))),
  ),
];

/** An error without the name of the file, which operators do not have. */
const dropPath = (message: string): string => message.replace(/^content\/\S+ /, '');

function toProblemOfOther(key: string, why: string): TextProblem {
  const [kind, slug = ''] = key.split('/') as [TextKind, string?];
  return { line: null, message: texts.problems.otherBroken(publicPath(kind, slug), dropPath(why)) };
}

function findProblemsOfBody(source: TextSource, body: ArticleBody): TextProblem[] {
  const isPage = source.kind === 'page';
  const shipped = isPage ? getShippedTexts().get(keyOf(source)) : undefined;
  const has = shipped ? listShownPlaceholders(source.body) : [];
  const lost = shipped ? listShownPlaceholders(shipped.body).filter((name) => !has.includes(name)) : [];
  const empty = isPage ? findEmptyParts(body, source.front['emptyTitle'] !== undefined) : [];
  const ids = listIds(body);
  const anchors = isPage ? (REQUIRED_ANCHORS[source.slug] ?? []).filter((id) => !ids.has(id)) : [];
  const pictures = blocksOf(body).flatMap((block) => (block.type === 'picture' && !PICTURES.has(block.src) ? [block.src] : []));
  return [
    ...findUnknownPlaceholders(source.body).map((name) => ({
      line: findLine(source.body, name),
      message: texts.problems.unknownPlaceholder(name),
    })),
    ...pictures.map((src) => ({ line: findLine(source.body, src), message: texts.problems.noPicture(src) })),
    ...empty.map((title) => ({ line: findLine(source.body, title), message: texts.problems.emptyPart(title) })),
    ...lost.map((name) => ({ line: null, message: texts.problems.lostPlaceholder(name) })),
    ...anchors.map((id) => ({ line: null, message: texts.problems.lostAnchor(id) })),
  ];
}

type Fitted = { preview: TextPreview; fieldErrors: CheckedText['fieldErrors']; misfit: string | null };

/** The preview also of a text that may not be published: with what there is. */
function toPreview({ kind, slug, front }: TextSource, body: ArticleBody, topics: SiteTexts['index']['topics']): Fitted {
  const parsed = FRONT_MATTER[kind].safeParse(front);
  const fieldErrors: CheckedText['fieldErrors'] = {};
  for (const { path } of parsed.success ? [] : parsed.error.issues) {
    const field = toField(String(path[0] ?? 'title'));
    fieldErrors[field] = texts.fieldErrors[field];
  }
  if (front['image'] !== undefined && !PICTURES.has(front['image'])) fieldErrors.image = texts.fieldErrors.image;
  const cover = kind === 'page' ? null : toCover(kind, slug, front);
  if (kind !== 'page' && cover === null) fieldErrors.cover = texts.fieldErrors.cover;
  let page: Page | null = null;
  let misfit: string | null = null;
  try {
    if (kind === 'page' && parsed.success) page = toPage(slug, parsed.data as Parameters<typeof toPage>[1], body);
    if (kind === 'blog' && parsed.success) toPost({ slug, front: parsed.data as Parameters<typeof toPost>[0]['front'], body });
    if (kind === 'help' && parsed.success)
      toHelpArticle({ slug, front: parsed.data as Parameters<typeof toHelpArticle>[0]['front'], body }, topics);
  } catch (error) {
    if (!(error instanceof ArticleError)) throw error;
    if (kind === 'help') fieldErrors.topic = texts.fieldErrors.topic;
    else misfit = error.message;
  }
  const topic = topics.find(({ id }) => id === front['topic']);
  const [first] = topic?.blocks ?? [];
  const preview: TextPreview = {
    kind,
    title: front['title'] ?? '',
    description: front['description'] ?? '',
    image: kind === 'help' ? (first?.type === 'picture' ? first.src : null) : (front['image'] ?? null),
    cloth: kind === 'blog' ? (CLOTHS.find((each) => each === front['cloth']) ?? null) : null,
    about: kind === 'blog' ? texts.about(toDay(front['date'] ?? ''), front['author'] ?? '', front['category'] ?? '') : null,
    cover,
    page,
    body,
  };
  return { preview, fieldErrors, misfit };
}

/** A field of the front matter as the form names it: the words of a picture come with its choice. */
function toField(name: string): TextField {
  return name === 'picture' ? 'cover' : name in texts.fieldErrors ? (name as TextField) : 'title';
}

/** The picture of an article, if it is there: its own was made for the shipped one. */
function toCover(kind: 'blog' | 'help', slug: string, front: Record<string, string>): Picture | null {
  const name = front['cover'] ?? `${kind}/${slug}`;
  if (!getShippedTexts().has(name)) return null;
  return { src: `/articles/${name}.svg`, shared: `/articles/${name}.png`, alt: front['picture'] ?? '' };
}

const toDay = (day: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? formatPublicationDay(day) : '');

function getWords({ lead, parts }: ArticleBody): string {
  return [getBlockText(lead), ...parts.flatMap((part) => [part.title, getBlockText(part.blocks)])].join('\n').trim();
}

type FrontAndWords = [front: TextSource['front'], words: string];

/** The promises of our page that the new text does not make any more. */
function listWarnings(before: FrontAndWords, after: FrontAndWords): string[] {
  const toText = ([front, words]: FrontAndWords) => [front['title'], front['description'], words].join('\n');
  return findLostFacts(toText(before), toText(after)).map((fact) => texts.warnings.lostFact[fact]);
}
