import type { AppContext } from '../../context.server.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, listContentMarks, type Actor } from '../../shared/permissions.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import { getMaintenanceNotice } from '../feature-flags/service.server.ts';
import { closeForm } from './forms.server.ts';
import { texts } from './line.texts.ts';
import * as queries from './queries.server.ts';
import { OPEN_CACHE_MS, OPEN_MAX, selectLines } from './rules.ts';
import { serializeClosedLines, type SiteLine } from './schema.ts';

/**
 * The lines over the site for an actor, in the order in which they are shown: one at a time, the next when one is closed or over. Pages of
 * visitors are the same for all, so they carry those that some of them have closed, and the browser hides them. While the site is read-only, the
 * notice of it goes before all others.
 * @param closedIds what was closed in the browser; empty if that is not known
 */
export async function findSiteLines(ctx: AppContext, actor: Actor, closedIds: readonly number[]): Promise<SiteLine[]> {
  // Whoever closes their account sees nothing else either.
  if (!can(actor, 'announcement:view')) return [];
  const notice = await getMaintenanceNotice(ctx);
  const now = ctx.now();
  const open = await ctx.cached('open announcements', OPEN_CACHE_MS, () =>
    queries.listOpen(ctx.db, { now, soon: new Date(now.getTime() + OPEN_CACHE_MS) }),
  );
  const marks = listContentMarks(actor);
  const visible = selectLines(open, closedIds, now).filter(({ minAge }) => marks.includes(minAge));
  const personal = visible.filter(({ audience }) => audience !== 'everybody').map(({ id }) => id);
  const own =
    actor.kind === 'player' && personal.length > 0 ? await queries.filterForPlayer(ctx.queryPrepared, personal, actor.id, now) : null;
  const lines = visible.filter(({ id, audience }) => audience === 'everybody' || own?.has(id) === true).slice(0, OPEN_MAX);
  return [
    ...(notice === null ? [] : [{ kind: 'maintenance' as const, text: texts.maintenanceLine(notice.message) }]),
    ...lines.map(toSiteLine),
  ];
}

/**
 * Closes a line in a browser without scripts.
 * @param fields `id` and `returnUrl`. @param cookies the Cookie header
 * @returns the cookie to set, and the page to return to. @throws AppError 'bad-input', 'not-allowed'
 */
export function closeLine(ctx: AppContext, actor: Actor, fields: FormFields, cookies: string): { cookie: string; returnPath: string } {
  authorize(actor, 'announcement:view');
  const { id, returnUrl } = parseFormOrThrow(closeForm, fields);
  return { cookie: serializeClosedLines(cookies, id, ctx.cookie.secure), returnPath: safeReturnPath(returnUrl) ?? '/' };
}

/** The style sheet for browsers without scripts: it shows the first line that was not closed, because shared pages show the first one. */
export async function getLineStyle(ctx: AppContext, actor: Actor, closedIds: readonly number[]): Promise<string> {
  const [first] = await findSiteLines(ctx, actor, closedIds);
  const shown = first?.kind === 'announcement' ? `.site-line[data-line="${first.id}"]{display:block}` : '';
  return first?.kind === 'maintenance' ? '' : `.site-line{display:none}${shown}`;
}

function toSiteLine({ id, text, linkLabel, linkPath, endsAt }: queries.OpenAnnouncement): SiteLine {
  const link = linkLabel === null || linkPath === null ? null : { label: linkLabel, path: linkPath };
  return { kind: 'announcement', id, text, link, endsAt: endsAt.toISOString() };
}
