import { sql } from 'kysely';
import { eraseDueAccounts } from '../src/features/settings/erasure/service.server.ts';
import {
  closeInactiveAccounts,
  sendInactivityWarningJob,
  warnInactivePlayers,
} from '../src/features/settings/inactivity/service.server.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import type { World } from './world.ts';

// What the tests of accounts that nobody uses set up and look up.

export const DAY = 86_400;
export const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
export const LONG_AGO = '2020-01-31';

/** Sets the day of a player's last visit. */
export const setSeenOn = (world: World, id: string, day: string) =>
  world.ctx.db.updateTable('last_visits').set({ seen_on: day }).where('player_id', '=', id).execute();

/** A player who was not here for years. */
export async function addInactive(world: World, player: Parameters<World['addPlayer']>[0] = {}) {
  const added = await world.addPlayer(player);
  await setSeenOn(world, added.id, LONG_AGO);
  return added;
}

/** What the worker does: sends what is queued, or tries to. */
export const sendWarnings = async ({ ctx }: World) => {
  while ((await ctx.jobs.drain(ctx, sendInactivityWarningJob, 50)) > 0);
};

/** One night: the jobs in their order, and the mails. @returns how many were closed, erased and warned */
export async function spendNight(world: World) {
  const { ctx } = world;
  const closed = await closeInactiveAccounts(ctx, SYSTEM);
  const erased = await eraseDueAccounts(ctx, SYSTEM);
  const warned = await warnInactivePlayers(ctx, SYSTEM);
  await sendWarnings(world);
  return { closed, erased, warned };
}

/** What is stored of a player's last visit, and of the warning. */
export const readLastVisit = async ({ ctx }: World, id: string) =>
  (
    await sql<{ seen_on: string; is_queued: boolean; is_warned: boolean }>`
      select seen_on::text, warning_queued_at is not null as is_queued, warned_at is not null as is_warned
      from last_visits where player_id = ${id}`.execute(ctx.db)
  ).rows[0];
export const NOTHING = { closed: 0, erased: 0, warned: 0 };
/** Closing erases too: nothing is left for the nightly erasure. */
export const CLOSED = { closed: 1, erased: 0, warned: 0 };
/** Sets the world's clock. */
export const setClock = (world: World, iso: string) => world.advanceClock((new Date(iso).getTime() - world.ctx.now().getTime()) / 1000);
