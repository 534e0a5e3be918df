import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../src/context.server.ts';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';

/** A signed-in player: `cookie` is the Cookie header of their browser. */
export type Player = { id: string; cookie: string };

const AT_ONCE = 1_000;

/** Inserts players into an empty database, each with a session. */
export async function makePlayers(ctx: AppContext, count: number): Promise<Player[]> {
  const players: (Player & { token: string })[] = Array.from({ length: count }, () => {
    const token = randomBytes(24).toString('base64url');
    return { id: ctx.newId(), token, cookie: `kiddo_session=${token}.bench` };
  });
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = players.slice(from, from + AT_ONCE);
    await ctx.db
      .insertInto('players')
      .values(
        some.map(({ id }, i) => ({
          id,
          username: `bench_${from + i}`,
          display_name: `Bench ${from + i}`,
          email: `bench_${from + i}@example.com`,
          email_confirmed: true,
          // Of age, because nothing is closed to them: they write to each other and buy.
          birth_month: '1990-01',
          age_band: 18,
        })),
      )
      .execute();
    await ctx.db
      .insertInto('sessions')
      .values(
        some.map(({ id, token }) => ({
          id: ctx.newId(),
          player_id: id,
          token_hash: tokenHash(token),
          remembered: true,
          expires_at: new Date(Date.now() + 86_400_000),
        })),
      )
      .execute();
  }
  return players;
}
