import { CompiledQuery, sql } from 'kysely';
import { applyAgeBand } from '../src/features/friends/age-bands/service.server.ts';
import type { FriendAction, FriendsTab } from '../src/features/friends/schema.ts';
import * as friends from '../src/features/friends/service.server.ts';
import type { BusMessage } from '../src/shared/live-events.ts';
import type { AgeBand } from '../src/shared/permissions.ts';
import { EVERYTHING, giveConsent } from './guardian-world.ts';
import type { RunQuery } from './test-players.ts';
import { createWorld, type World } from './world.ts';

// What the tests of friendships between players of several ages set up and look up.

export type Player = Awaited<ReturnType<World['addPlayer']>>;

const BIRTH: Record<AgeBand, string> = { 13: '2012-01', 16: '2009-01', 18: '1990-01' };
/** The columns of a player of a band, or of one who has not told their age. */
export const ageOf = (band: AgeBand | null) => ({ birth_month: band === null ? null : BIRTH[band], age_band: band });

/** Runs the SQL of a world's set-up. */
export const queryIn =
  ({ ctx }: World): RunQuery =>
  async (text, values) =>
    ctx.db.executeQuery(CompiledQuery.raw(text, values));

/** A world with players of these bands, and what they do. */
export async function createPlayers<const Name extends string>(bands: Record<Name, AgeBand | null>) {
  const world = await createWorld();
  const { ctx } = world;
  const players = {} as Record<Name, Player>;
  for (const name of Object.keys(bands) as Name[])
    players[name] = await world.addPlayer({ username: name, display_name: name, ...ageOf(bands[name]) });
  const act = (from: Name, what: FriendAction, to: Name) => friends.applyFriendAction(ctx, players[from], { do: what, id: players[to].id });
  /** Writes the friendship or request as it is, whatever the ages say. */
  const relate = (from: Name, to: Name, state: 'pending' | 'accepted' | 'paused') =>
    sql`insert into friendships (low_id, high_id, state, requested_by, accepted_at)
      values (least(${players[from].id}::uuid, ${players[to].id}), greatest(${players[from].id}::uuid, ${players[to].id}), ${state},
        ${players[from].id}, case when ${state} <> 'pending' then now() end)`.execute(ctx.db);
  /** Changes a player's band as the feature of ages does. */
  const moveTo = async (name: Name, band: AgeBand | null) => {
    const publish = await ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('players').set(ageOf(band)).where('id', '=', players[name].id).execute();
      return applyAgeBand(ctx, trx, players[name].id);
    });
    publish();
  };
  /** A guardian of each of these players has agreed to everything, so that they write to each other as players of age do. */
  const allowChat = async (...names: Name[]) => {
    for (const name of names) await giveConsent(queryIn(world), players[name].id, EVERYTHING);
  };
  const nameOf = (id: string) => (Object.keys(players) as Name[]).find((name) => players[name].id === id);
  /** What there is between the players, as 'one state other', whoever asked. */
  const standing = async () => {
    const byName = (one: string, other: string) => one.localeCompare(other);
    const rows = await ctx.db.selectFrom('friendships').select(['low_id', 'high_id', 'state']).execute();
    return rows
      .map((row) => [nameOf(row.low_id) ?? '', nameOf(row.high_id) ?? ''].toSorted(byName).join(` ${row.state} `))
      .toSorted(byName);
  };
  const listen = () => {
    const heard: BusMessage[] = [];
    ctx.bus.subscribe((message) => void heard.push(message));
    return async () => {
      await new Promise(setImmediate);
      return heard.splice(0).map((message) => JSON.stringify(message).replaceAll(/[0-9a-f-]{36}/g, (id) => nameOf(id) ?? id));
    };
  };
  const viewOf = async (name: Name, tab: FriendsTab = 'friends') =>
    friends.getFriendsView(ctx, players[name], { tab, term: '', after: null });
  /** The usernames in a player's list of paused friendships. */
  const pausedOf = async (name: Name) => (await viewOf(name)).pausedFriends?.items.map(({ username }) => username);
  return { world, ctx, players, act, relate, moveTo, allowChat, standing, listen, viewOf, pausedOf, nameOf };
}

/** 'ok', or the code of the error of some work; of an error that nobody expects, its message. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
