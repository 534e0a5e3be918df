import type { GameVisit } from '../src/infra/browser/game-browser.ts';
import type { AppContext } from '../src/context.server.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { gameCheckQueuedJobs } from '../src/features/game-checks/jobs.server.ts';
import { CONTROL_GAME } from '../src/features/games/plays/rules.ts';
import { runChecks } from '../src/features/game-checks/nights/service.server.ts';
import { sendEmailJob } from '../src/features/mail/service.server.ts';
import { createWorld } from './world.ts';

const WORKS: GameVisit = {
  outcome: 'shown',
  reason: null,
  firstFrameMs: 1400,
  errors: [],
  missingFiles: [],
  bytes: 212_000,
  otherHosts: [],
  picture: Buffer.from('a picture'),
};
export const BLANK: GameVisit = { ...WORKS, outcome: 'nothing-shown', firstFrameMs: null };

/** A world at one in the morning in Nairobi, with a browser that sees what a test says. */
export async function createCheckWorld() {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  /** What the browser sees of a game, by its id; 'control' is our own game. */
  const sees = new Map<string, Partial<GameVisit> | (() => Promise<Partial<GameVisit>>)>();
  /** The games that were opened, in order. */
  const opened: string[] = [];
  const urls: string[] = [];
  const browser = { isInstalled: true, open: 0, started: 0, error: null as Error | null };
  const ctx: AppContext = {
    ...world.ctx,
    openGameBrowser: async () => {
      if (!browser.isInstalled) return null;
      browser.started++;
      if (browser.error) throw browser.error;
      browser.open++;
      return {
        async visit(url) {
          urls.push(url);
          const [, path = ''] = /\/t\/[^/]+\/games\/([^/]+)\//.exec(url) ?? [];
          const id = path === CONTROL_GAME ? 'control' : path;
          if (id !== 'control') opened.push(id);
          const seen = sees.get(id) ?? {};
          return { ...WORKS, ...(typeof seen === 'function' ? await seen() : seen) };
        },
        async close() {
          browser.open--;
        },
      };
    },
  };
  await ctx.jobs.prepare([...gameCheckQueuedJobs, sendEmailJob]);
  /** Moves the clock to the next time it is so late in Nairobi. */
  const goTo = (hour: number, minute = 0) => {
    const now = ctx.now();
    const wanted = new Date(now).setUTCHours((hour + 21) % 24, minute, 0, 0);
    const later = wanted > now.getTime() ? wanted : wanted + 86_400_000;
    world.advanceClock((later - now.getTime()) / 1000);
  };
  /** A whole night: all its games are opened, broken ones twice, and it is decided what is hidden. @returns those of the first hour's first run */
  const night = async () => {
    goTo(1);
    opened.length = 0;
    await runChecks(ctx, SYSTEM);
    const first = [...opened];
    world.advanceClock(31 * 60);
    await runChecks(ctx, SYSTEM);
    return first;
  };
  const add = async (...ids: string[]) => {
    for (const id of ids) await world.addGame({ id, title: id });
  };
  const hidden = async () =>
    (await ctx.db.selectFrom('games').select('id').where('hidden_at', 'is not', null).orderBy('id').execute()).map(({ id }) => id);
  goTo(1);
  return { world, ctx, ops, sees, opened, urls, browser, goTo, night, add, hidden };
}
