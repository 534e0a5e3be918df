import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { AppError } from '../../shared/app-error.ts';
import { authorize, SYSTEM, type Actor } from '../../shared/permissions.ts';
import { createDemoAccounts } from '../accounts/staff/service.server.ts';
import { refreshAllPopularity, seedPlays } from '../games/plays/service.server.ts';
import { refreshPopularOrder } from '../games/popular-order/service.server.ts';
import { countAllCoPlays } from '../games/similar/service.server.ts';
import { listSteps, type DemoCast } from './events.service.server.ts';
import { demoFiles } from './forms.server.ts';
import { createPastContext } from './past-context.service.server.ts';
import { hasPlayers, listPlayerIds, lockDemoWorld } from './queries.server.ts';
import { spreadPlays, toMoment } from './rules.ts';
import type { DemoData } from './schema.ts';

/**
 * Fills a database without players with a small world: players, and what they did in the weeks before now, through the services that people
 * use. All of it is one transaction: a process that is killed leaves nothing of it in the database, and of two that start at once one makes
 * it. Demo mode only. Games, items and word lists must be there.
 * @param folder seed/demo
 * @returns whether it was made now
 */
export async function ensureDemoWorld(ctx: AppContext, actor: Actor, folder: string): Promise<boolean> {
  authorize(actor, 'demo:seed');
  if (ctx.config.mode !== 'demo') throw new AppError('not-allowed', 'the demo world is for demo mode');
  if (await hasPlayers(ctx.db)) return false;
  const data = await readDemoData(folder);
  return ctx.db.transaction().execute(async (trx) => {
    await lockDemoWorld(trx);
    if (await hasPlayers(trx)) return false;
    await makeWorld(ctx, trx, data, folder);
    return true;
  });
}

/** Reads and validates the files of the demo world. @param folder seed/demo */
export async function readDemoData(folder: string): Promise<DemoData> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await fs.readFile(path.join(folder, `${name}.json`), 'utf8'));
  return {
    players: demoFiles.players.parse(await read('players')),
    friendships: demoFiles.friendships.parse(await read('friendships')),
    conversations: demoFiles.conversations.parse(await read('conversations')),
    events: demoFiles.events.parse(await read('events')),
  };
}

async function makeWorld(present: AppContext, trx: Transaction<DB>, data: DemoData, folder: string): Promise<void> {
  const now = present.now();
  const { ctx, moveClock } = createPastContext(present, trx);
  await createDemoAccounts(
    ctx,
    SYSTEM,
    data.players.map((player) => ({ ...player, createdAt: toMoment(player.joined, now) })),
  );
  const cast = await createCast(ctx, data, folder);
  const plays = data.players.flatMap((player) => spreadPlays(player, now));
  await seedPlays(
    ctx,
    SYSTEM,
    plays.map(({ username, game, at, seconds }) => ({ playerId: cast.people.get(username)?.id ?? '', gameId: game, at, seconds })),
  );
  const steps = listSteps(data, cast).map(({ at, run }) => ({ at: toMoment(at, now), run }));
  for (const { at, run } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    moveClock(at);
    await run(ctx);
  }
  moveClock(now);
  await refreshAllPopularity(ctx);
  await refreshPopularOrder(ctx);
  await countAllCoPlays(ctx);
}

async function createCast(ctx: AppContext, { players, events }: DemoData, folder: string): Promise<DemoCast> {
  const subscribers = new Set(events.flatMap((event) => (event.do === 'subscribe' ? [event.who] : [])));
  const ids = await listPlayerIds(ctx.db);
  const people = players.map(({ username, role }) => {
    const person = { id: ids.get(username) ?? '', role, subscribes: subscribers.has(username) };
    return [username, person] as const;
  });
  return { folder, people: new Map(people) };
}
