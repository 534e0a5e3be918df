import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { getClosedNotice, getMaintenanceNotice, isFeatureEnabled } from '../feature-flags/service.server.ts';
import { FEATURE_FLAGS } from '../feature-flags/schema.ts';
import { toNairobi } from '../statistics/rules.ts';
import * as queries from './queries.server.ts';
import {
  formatPercent,
  getPartNotice,
  getPartState,
  getShownSince,
  isStale,
  listShownDays,
  toDayCell,
  toDayRows,
  type DayMinutes,
} from './rules.ts';
import { PARTS, type DayCell, type Part, type StatusView, type SwitchedOff } from './schema.ts';

/** More incidents than this of 90 days are not shown. */
const INCIDENTS_MAX = 100;

/** Whether the parts of the site work now, what operators switched off, how it was in the last 90 days, and what happened. Nothing here is secret. */
export async function getStatus(ctx: AppContext, actor: Actor): Promise<StatusView> {
  authorize(actor, 'status:read');
  const now = ctx.now();
  const days = listShownDays(now);
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const [checks, minutes, rows, off] = await Promise.all([
    queries.listLastChecks(ctx.db),
    queries.listDayMinutes(ctx.db, range),
    queries.listIncidents(ctx.db, getShownSince(now), INCIDENTS_MAX),
    listSwitchedOff(ctx),
  ]);
  const incidents = rows.map(queries.toIncident);
  const open = incidents.filter(({ endedAt }) => endedAt === null);
  const cells = toCells(days, minutes);
  const parts = PARTS.map((part) => {
    const state = getPartState(part, checks.find((check) => check.part === part) ?? null, open, now);
    const notice = getPartNotice(part, off);
    return {
      part,
      state: notice !== null && state !== 'down' ? ('off' as const) : state,
      off: notice,
      days: (cells.get(part) ?? []).map((day) => day.state),
      percent: formatPercent(minutes.filter((each) => each.part === part)),
    };
  });
  const last = checks[0]?.at ?? null;
  return {
    down: parts.filter(({ state }) => state === 'down').map(({ part }) => part),
    slow: parts.filter(({ state }) => state === 'slow').map(({ part }) => part),
    off,
    isKnown: last !== null && !isStale(last, now),
    checked: last && { at: last.toISOString(), isToday: toNairobi(last).day === toNairobi(now).day },
    parts,
    days: range,
    dayRows: toDayRows(days, cells),
    open,
    past: incidents.filter(({ endedAt }) => endedAt !== null),
  };
}

async function listSwitchedOff(ctx: AppContext): Promise<SwitchedOff> {
  const features: SwitchedOff['features'] = [];
  for (const feature of FEATURE_FLAGS)
    if (feature !== 'read-only' && !(await isFeatureEnabled(ctx, feature)))
      features.push({ feature, message: (await getClosedNotice(ctx, feature))?.message ?? '' });
  return { features, maintenance: await getMaintenanceNotice(ctx) };
}

function toCells(days: readonly string[], minutes: readonly DayMinutes[]): Map<Part, DayCell[]> {
  const byKey = new Map(minutes.map((each) => [`${each.part} ${each.day}`, each]));
  return new Map(PARTS.map((part) => [part, days.map((day) => toDayCell(byKey.get(`${part} ${day}`)))]));
}
