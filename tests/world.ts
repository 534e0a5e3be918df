import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../src/config.server.ts';
import { createAppContext, type AppContext } from '../src/context.server.ts';
import { createLogger } from '../src/infra/logger.ts';
import type { DB } from '../src/infra/database/tables.ts';
import type { Insertable } from 'kysely';
import type { OutboxMail } from '../src/infra/mail/outbox.ts';
import { sendEmailJob } from '../src/features/mail/service.server.ts';
import type { Actor, AgeBand } from '../src/shared/permissions.ts';
import { ADULT } from './test-players.ts';
import { copyDatabase, urlForDatabase, dropDatabase } from './database-server.ts';

export const root = path.resolve(import.meta.dirname, '..');

export type World = {
  ctx: AppContext;
  /** Moves the world's clock. The database keeps real time. */
  advanceClock(seconds: number): void;
  /** Adds a game; missing fields get default values. */
  addGame(game?: Partial<Insertable<DB['games']>>): Promise<string>;
  /** Adds a confirmed adult player with the password `secret1`; missing fields get default values. */
  addPlayer(player?: Partial<Insertable<DB['players']>>): Promise<Extract<Actor, { kind: 'player' }> & { username: string; email: string }>;
  /** Runs the email job now. @returns the emails in the outbox, newest first */
  mails(): Promise<OutboxMail[]>;
  /** Log entries of level warn and above. */
  logged: { level: number; msg: string; err?: { message: string }; requestId?: string }[];
  /** Lines of the security log. */
  securityEvents: SecurityLine[];
};

/** A line of the security log. */
export type SecurityLine = { level: number; event: string; datetime: string } & Record<string, string | number>;

/**
 * An isolated Kiddo: its own database (a copy of the migrated template), data folder, clock and log.
 * A test may have several at once; each ends with the test that created it.
 * @param env settings, as environment variables
 */
export async function createWorld(env: Record<string, string> = {}): Promise<World> {
  const server = inject('database');
  const name = `world_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'kiddo', to: name });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-world-'));
  let skew = 0;
  const logged: World['logged'] = [];
  const securityEvents: SecurityLine[] = [];
  const log = createLogger('warn', {
    write(line) {
      const entry = JSON.parse(line);
      (entry.type === 'security' ? securityEvents : logged).push(entry);
    },
  });
  const config = readConfig({
    DATABASE_URL: urlForDatabase(server, name),
    DATA_DIR: folder,
    DATABASE_POOL: '4',
    DATABASE_TIMEOUT: '60',
    // A busy machine must not make a test's site refuse requests.
    OVERLOAD_REQUESTS: '0',
    OVERLOAD_DELAY: '0',
    // Nor say that something is slow.
    SLOW_REQUEST_MS: '0',
    SLOW_STATEMENT_MS: '0',
    ...env,
  });
  const ctx = await createAppContext(config, {
    // The template is migrated once per run.
    migrations: null,
    now: () => new Date(Date.now() + skew),
    log,
    // A test that is about games in a browser puts one of its own here.
    openGameBrowser: async () => null,
  });
  onTestFinished(async () => {
    await ctx.close();
    await dropDatabase(server, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  let games = 0;
  let players = 0;
  return {
    ctx,
    logged,
    securityEvents,
    advanceClock(seconds) {
      skew += seconds * 1000;
    },
    async addPlayer(player = {}) {
      players++;
      const id = player.id ?? ctx.newId();
      const { username = `player_${players}`, role = 'player' } = player;
      const email = player.email ?? `${username}@example.com`;
      await ctx.db
        .insertInto('players')
        .values({ display_name: `Player ${players}`, email_confirmed: true, ...ADULT, ...player, id, username, email, role })
        .execute();
      await ctx.db
        .insertInto('identities')
        .values({ id: ctx.newId(), player_id: id, provider: 'credential', subject: id, password_hash: inject('passwordHash') })
        .execute();
      const band = (player.age_band === undefined ? ADULT.age_band : player.age_band) as AgeBand | null;
      return { kind: 'player', id, role: role as 'player', premium: false, ...(band !== null && { band }), username, email };
    },
    async mails() {
      while ((await ctx.jobs.drain(ctx, sendEmailJob, 50)) > 0);
      return (await ctx.outbox?.list(100)) ?? [];
    },
    async addGame(game = {}) {
      games++;
      const id = game.id ?? `game-${games}`;
      await ctx.db
        .insertInto('games')
        .values({
          id,
          title: `Game ${games}`,
          developer: 'Test Studio',
          game_url: `games/${id}/0/index.html`,
          created_at: new Date(2026, 0, 1, 0, games),
          ...game,
        })
        .execute();
      return id;
    },
  };
}
