import type { AgeOutcome } from '../src/features/age/service.server.ts';
import type { ClientInfo } from '../src/infra/auth/auth.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

// What the tests of players' ages set up and look up.

/** A player who has not said their age. */
export const UNKNOWN_AGE = { birth_month: null, age_band: null } as const;
/** An account with a history. */
export const OLD_ACCOUNT = { created_at: new Date('2026-01-01T09:00:00Z') };

/** A request with these cookies, each a Set-Cookie line. */
export const visitWith = (cookies: string[] = []): ClientInfo => ({
  address: '10.0.0.1',
  userAgent: 'test',
  cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
});

/** A world at a given time: noon of a day in the middle of a month. */
export async function createAgeWorld(at = '2026-11-15T09:00:00Z'): Promise<World> {
  const world = await createWorld();
  world.advanceClock(Math.round((Date.parse(at) - Date.now()) / 1000));
  return world;
}

/** Adds a player who signed up now and has not said their age. */
export async function addUnaskedPlayer(world: World, player: Parameters<World['addPlayer']>[0] = {}) {
  const { id, username, email } = await world.addPlayer({ created_at: world.ctx.now(), ...UNKNOWN_AGE, ...player });
  const actor: Actor = { kind: 'age-unknown', id };
  return { id, username, email, actor };
}

/** What is stored of a player's age; undefined if there is no such account. */
export const findAge = (world: World, id: string) =>
  world.ctx.db.selectFrom('players').select(['birth_month', 'age_band', 'closed_as', 'deletes_at']).where('id', '=', id).executeTakeFirst();

/** The cookies that an answer sets. */
export const cookiesOf = (outcome: AgeOutcome) => (outcome.kind === 'result' ? [] : outcome.cookies);

/** The code of the error of some work; 'done' if it worked. */
export const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);
