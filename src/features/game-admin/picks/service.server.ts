import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { recordGameAction, requireOperator } from '../listing/log.service.server.ts';
import { listGames } from '../listing/service.server.ts';
import { picksForm, planForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { countDays, endOfDay, getNextWeek, moveBefore, startOfDay, toDay } from './rules.ts';
import { AT_END, FEATURED_DAYS_MAX, PICKS_MAX, type PickAction, type PicksResult, type PicksView } from './schema.ts';
import { texts } from './texts.ts';

const ECHOED = ['do', 'note', 'from', 'until'] as const;

/**
 * The staff picks in their order, what is planned to be featured, and shown games that a search finds.
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function getPicksView(ctx: AppContext, actor: Actor, query: string): Promise<PicksView> {
  authorize(actor, 'catalogue:edit');
  const now = ctx.now();
  const [picks, found, plans] = await Promise.all([
    listGames(ctx, actor, { filter: 'picks', query: '' }, null),
    query === '' ? null : listGames(ctx, actor, { filter: 'shown', query }, null),
    queries.listPlans(ctx.db, now),
  ]);
  return {
    picks: picks.games,
    query,
    found: found?.games ?? [],
    plans: plans.map((row) => ({
      id: row.id,
      game: { id: row.game_id, title: row.title },
      from: toDay(row.starts_at),
      until: toDay(new Date(row.ends_at.getTime() - 1)),
      isNow: row.starts_at <= now,
    })),
    week: getNextWeek(now),
  };
}

/**
 * Adds, moves or takes off a staff pick, or plans that a game is featured, or takes that back; each with a note in the audit log. A move names
 * the pick before which it goes, so that two operators who move different ones at once both get what they asked for.
 * @param fields `do` (see PickAction), `note`, for a plan `from` and `until`
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input' (a button that the page does not have)
 */
export async function changePicks(ctx: AppContext, actor: Actor, fields: FormFields): Promise<PicksResult> {
  requireOperator(actor);
  const parsed = parseForm(picksForm, fields, (field) => (field === 'note' ? texts.noteRequired : texts.failed), ECHOED);
  if (!parsed.ok) {
    if (parsed.fieldErrors['note'] === undefined) throw new AppError('bad-input', 'there is no such button');
    return parsed;
  }
  const { do: command, note } = parsed.value;
  const [action, subject] = command;
  const fail = (error: string) => actionFailure('not-available', { error, values: pickFields(fields, ECHOED) });
  if (action === 'feature' || action === 'unfeature') return changePlans(ctx, actor, { action, subject, note, fields, fail });
  const result = await ctx.db.transaction().execute(async (trx): Promise<PicksResult> => {
    const picks = await queries.lockPicks(trx);
    const ids = picks.map(({ id }) => id);
    const title = picks.find(({ id }) => id === subject)?.title;
    if (action === 'add') {
      if (title !== undefined) return fail(texts.isPick);
      if (ids.length >= PICKS_MAX) return fail(texts.tooMany);
      const game = await queries.findShownGame(trx, subject);
      if (!game) return fail(texts.notShown);
      await savePicks(ctx, trx, actor, { action, gameId: subject, note, before: ids, after: [...ids, subject] });
      return { ok: true, do: action, title: game.title };
    }
    const after = action === 'remove' ? ids.filter((id) => id !== subject) : moveBefore(ids, subject, command[2] ?? AT_END);
    if (title === undefined || after === null) return fail(texts.gone);
    await savePicks(ctx, trx, actor, { action, gameId: subject, note, before: ids, after });
    return { ok: true, do: action, title };
  });
  if (result.ok) ctx.bus.publish({ kind: 'catalogue', gameId: subject });
  return result;
}

const LOGGED = { add: 'pick-game', remove: 'unpick-game', move: 'move-pick' } as const;

async function savePicks(
  ctx: AppContext,
  trx: Transaction<DB>,
  actor: Actor,
  change: { action: keyof typeof LOGGED; gameId: string; note: string; before: string[]; after: string[] },
): Promise<void> {
  const { action, gameId, note, before, after } = change;
  await queries.writePicks(trx, after);
  await recordGameAction(ctx, trx, actor, { action: LOGGED[action], gameId, note, details: { before, after } });
}

type PlanChange = {
  action: Extract<PickAction, 'feature' | 'unfeature'>;
  subject: string;
  note: string;
  fields: FormFields;
  fail(error: string): ActionFailure;
};

async function changePlans(ctx: AppContext, actor: Actor, { action, subject, note, fields, fail }: PlanChange): Promise<PicksResult> {
  const result =
    action === 'feature' ? await addPlan(ctx, actor, subject, note, fields, fail) : await cancelPlan(ctx, actor, subject, note, fail);
  // What is planned for now begins or ends now, and not only with the next run of the job.
  if (result.ok) await applyPlans(ctx);
  return result;
}

async function addPlan(
  ctx: AppContext,
  actor: Actor,
  gameId: string,
  note: string,
  fields: FormFields,
  fail: PlanChange['fail'],
): Promise<PicksResult> {
  const days = planForm.safeParse(fields);
  if (!days.success || !isPlanned(days.data, ctx.now())) return fail(texts.badDays);
  const { from, until } = days.data;
  return ctx.db.transaction().execute(async (trx): Promise<PicksResult> => {
    await queries.lockPicks(trx);
    const game = await queries.findShownGame(trx, gameId);
    if (!game) return fail(texts.notShown);
    const plan = { id: ctx.newId(), game_id: gameId, starts_at: startOfDay(from), ends_at: endOfDay(until) };
    if (!(await queries.insertPlan(trx, plan))) return fail(texts.sameDay);
    await recordGameAction(ctx, trx, actor, { action: 'feature-game', gameId, note, details: { from, until } });
    return { ok: true, do: 'feature', title: game.title };
  });
}

function isPlanned({ from, until }: { from: string; until: string }, now: Date): boolean {
  const days = countDays(from, until);
  return days >= 1 && days <= FEATURED_DAYS_MAX && until >= toDay(now);
}

async function cancelPlan(ctx: AppContext, actor: Actor, planId: string, note: string, fail: PlanChange['fail']): Promise<PicksResult> {
  return ctx.db.transaction().execute(async (trx): Promise<PicksResult> => {
    const game = await queries.deletePlan(trx, planId);
    if (!game) return fail(texts.gone);
    await recordGameAction(ctx, trx, actor, { action: 'unfeature-game', gameId: game.id, note, details: {} });
    return { ok: true, do: 'unfeature', title: game.title };
  });
}

/**
 * Brings what is featured in line with the plan, by the time alone. Run each minute; where nothing begins or ends it only reads. Of two runs
 * at once, the second finds nothing to do.
 */
export async function updateFeatured(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'catalogue:run');
  await applyPlans(ctx);
}

async function applyPlans(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  if (!(await queries.isFeaturedOutdated(ctx.db, now))) return;
  const changed = await ctx.db.transaction().execute((trx) => queries.updateFeatured(trx, now));
  for (const gameId of changed) ctx.bus.publish({ kind: 'catalogue', gameId });
}
