import { sql } from 'kysely';
import { getOverview } from '../src/features/statistics/service.server.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

// What the tests of the operators' figures set up and look up.

export const OPERATOR: Actor = { kind: 'player', id: '00000000-0000-7000-8000-000000000001', role: 'operator', premium: false };

/** Later than the day on which the tables were made; a Thursday. */
export const DAY = '2031-05-15';
/** A time of day in Nairobi. */
export const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+03:00`);

/**
 * A world at a time of that day.
 * @param firstDay earlier days are marked as counted, with nothing in them: the first count of 60 days takes its time
 */
export async function createWorldAt(time: string, firstDay = '2031-05-01') {
  const world = await createWorld();
  const moveTo = (moment: Date) => world.advanceClock((moment.getTime() - world.ctx.now().getTime()) / 1000);
  moveTo(at(time));
  await sql`insert into counted_days (day, counted_at)
    select day::date, day + interval '2 days' from generate_series(${firstDay}::date - 90, ${firstDay}::date - 1, interval '1 day') day`.execute(
    world.ctx.db,
  );
  return { world, ctx: world.ctx, moveTo };
}

/** The figures as operators see them. @param days as in the URL */
export async function seeFigures({ ctx }: World, days = '1') {
  const { figures } = await getOverview(ctx, OPERATOR, days);
  if (!figures) throw new Error('nothing is counted');
  return figures;
}

/** Signs somebody up, and lets them be here on some days. */
export const addPlayerOn = async (world: World, created: Date, ...visits: Date[]) => {
  const player = await world.addPlayer({ created_at: created });
  for (const visit of visits) await addVisit(world, player.id, visit);
  return player;
};
const addVisit = async ({ ctx }: World, playerId: string, visit: Date) => {
  const id = ctx.newId();
  await sql`insert into sessions (id, player_id, token_hash, remembered, created_at, updated_at, expires_at)
    values (${id}, ${playerId}, ${id}, true, ${visit}, ${visit}, ${visit}::timestamptz + interval '1 day')`.execute(ctx.db);
};

/** Stores a play, of a visitor if nobody is named. */
export const addPlay = ({ ctx }: World, gameId: string, started: Date, playerId: string | null = null) =>
  ctx.db.insertInto('plays').values({ id: ctx.newId(), game_id: gameId, player_id: playerId, started_at: started }).execute();
