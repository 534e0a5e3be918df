import type { AppContext } from '../../../context.server.ts';
import { getAvatarSeed } from '../../../shared/avatar-url.ts';
import { drawFirstLook } from '../first-look.rules.ts';
import { SKINS, type Look } from '../look/schema.ts';
import { RERENDER_AVATAR, type RerenderAvatarPayload } from '../rerender.schema.ts';
import { distance } from '../tones.rules.ts';
import { findFormerSkin, insertFirstLook, listUnbegun } from './queries.server.ts';

/** Looks to try: there are more than 10^12, so more than two are hardly ever needed. */
const ATTEMPTS_MAX = 20;
/** Players per run: each of them is drawn by a job of its own. */
const BATCH_SIZE = 500;
const UNIQUE_VIOLATION = '23505';

/** Lets new players begin with a figure, and carries over the looks of those who had an avatar before there were figures. */
export const beginFiguresJob = { name: 'avatars.begin-figures', cron: '* * * * *', run: enqueueUnbegun };

/** Enqueues a drawing of everybody whose figure has not begun; running twice does the same twice. */
async function enqueueUnbegun(ctx: AppContext): Promise<void> {
  for (const playerId of await listUnbegun(ctx.db, BATCH_SIZE)) {
    // Enqueue first: whatever ends this run, everybody who began will be drawn.
    await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId } satisfies RerenderAvatarPayload);
    await beginFigure(ctx, playerId);
  }
}

/**
 * Gives a player the look that they begin with: the one of their id, with the skin of their former figure. Nobody else has it, or began
 * with it: where two have the same, the later one gets the next. Does nothing if they have one.
 */
export async function beginFigure(ctx: AppContext, playerId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const formerSkin = await findFormerSkin(ctx.db, playerId);
    if (formerSkin === undefined) return;
    const drawn = drawFirstLook(getAvatarSeed(playerId), attempt);
    const look: Look = formerSkin === null ? drawn : { ...drawn, skin: findNearestSkin(formerSkin) };
    if (await insertFirstLook(ctx.db, playerId, look).catch(isTaken)) return;
  }
  throw new Error(`no look is free for the player ${playerId}`);
}

function isTaken(error: unknown): false {
  if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
  throw error;
}

function findNearestSkin(hex: string): string {
  const colour = /^#[0-9a-f]{6}$/i.test(hex) ? hex : '#7a4528';
  const [nearest] = SKINS.toSorted((a, b) => distance(a.hex, colour) - distance(b.hex, colour)) as [(typeof SKINS)[number]];
  return nearest.id;
}
