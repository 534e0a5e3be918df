import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { getCalendarDay } from '../../../shared/date-format.ts';
import { AGE_BAND_RULES } from '../../../shared/permissions.ts';
import { getStudioBytes } from '../../studio/service.server.ts';
import type { Placeholders } from '../markdown/placeholders.rules.ts';
import { parseArticles, readSources, TextError, type ArticleIndex } from '../markdown/service.server.ts';
import type { TextSource } from '../markdown/schema.ts';
import { writeAgeTable, writeConsentTable } from '../texts.ts';
import { getNewestPosition, listShownVersions, type VersionRow } from './queries.server.ts';
import { keyOf, selectTexts } from './rules.ts';

// The texts are part of the build: at run time their folder may not exist.
const FILES = import.meta.glob<string>('../../../../content/**/*.md', { query: '?raw', import: 'default', eager: true });

/** The pictures that a text can show, as their URLs. */
export const PICTURES: ReadonlySet<string> = new Set(
  Object.keys(import.meta.glob('../../../../public/{stickers,brand,avatars}/*.svg', { query: '?raw' })).map((path) =>
    path.replace(/^.*\/public\//, '/'),
  ),
);

/** How long a process may show a text that another process changed without telling it: the message on the bus comes first. */
const CHECK_MS = 5_000;
const CACHE_MS = 365 * 24 * 3600 * 1000;

/** The shipped texts by their names (keyOf), in the order of their files. They are part of the build, so they are read once. */
export function getShippedTexts(): ReadonlyMap<string, TextSource> {
  shippedTexts ??= new Map(readSources(FILES).map((text) => [keyOf(text), text]));
  return shippedTexts;
}
let shippedTexts: ReadonlyMap<string, TextSource> | null = null;

/** The hash of what a text says: without the day of its last change, which is another whenever people begin to see it. */
export function hashText({ front, body }: Pick<TextSource, 'front' | 'body'>): string {
  const { updated: _updated, ...said } = front;
  const lines = Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([lines, body.replaceAll('\r\n', '\n').trim()]))
    .digest('hex');
}

/** The day in Nairobi: that of a post. */
export function getToday(ctx: AppContext): string {
  return getCalendarDay(ctx.now(), 'Africa/Nairobi');
}

/** What the names in braces stand for. */
export async function getPlaceholders(ctx: AppContext): Promise<Placeholders> {
  return {
    support: ctx.config.supportMail,
    games: ctx.config.gamesOrigin,
    studioSize: `${Math.ceil((await getStudioBytes(ctx)) / 1000)} KB`,
    ageTable: writeAgeTable(AGE_BAND_RULES),
    consentTable: writeConsentTable(),
  };
}

/** All texts as people see them. `broken`: edited ones that this build cannot show; the shipped ones stand in their place. */
export type SiteTexts = { index: ArticleIndex; broken: ReadonlyMap<string, string> };

/**
 * All texts, parsed and indexed. What was published in any process is there at once by the bus, and after a few seconds without it; a post that
 * was written for a later day from that day on. @throws ArticleError if a shipped one is invalid
 */
export async function getSiteTexts(ctx: AppContext): Promise<SiteTexts> {
  const position = await ctx.cached('texts position', CHECK_MS, () => getNewestPosition(ctx.db));
  const today = getToday(ctx);
  const mark = `${position} ${today}`;
  // The latest only: each takes some megabytes.
  const latest = await ctx.cached('texts', CACHE_MS, async () => ({ mark: '', made: null as Promise<SiteTexts> | null }));
  if (latest.made === null || latest.mark !== mark) {
    const made = loadSiteTexts(ctx, today);
    Object.assign(latest, { mark, made });
    made.catch(() => latest.made === made && Object.assign(latest, { made: null }));
  }
  return latest.made as Promise<SiteTexts>;
}

async function loadSiteTexts(ctx: AppContext, today: string): Promise<SiteTexts> {
  const texts = buildTexts(await listShownVersions(ctx.db), today, await getPlaceholders(ctx));
  for (const [text, why] of texts.broken) ctx.log.error({ text, why }, 'an edited text cannot be shown, the shipped one is');
  return texts;
}

/**
 * Parses and indexes the texts that people see. A text that an earlier build took may not be one for this build: then the shipped one is shown, or
 * none. @throws ArticleError if a shipped one is invalid
 */
export function buildTexts(versions: readonly VersionRow[], today: string, placeholders: Placeholders): SiteTexts {
  const broken = new Map<string, string>();
  const shipped = [...getShippedTexts().values()];
  for (;;) {
    const { shown, edited } = selectTexts(
      shipped,
      versions.filter((each) => !broken.has(keyOf(each))),
      today,
      hashText,
    );
    try {
      return { index: parseArticles(shown, placeholders), broken };
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      // A shipped help article whose topic is gone: it is the edited page of the topics that has to go.
      const own = keyOf(error.text);
      const isTopicGone = !edited.has(own) && error.text.kind === 'help' && edited.has('page/help');
      if (!edited.has(own) && !isTopicGone) throw error;
      if (isTopicGone) broken.set('page/help', `has no part with the topic of the help article ${error.text.slug}`);
      else broken.set(own, error.message);
    }
  }
}
