import type { AppContext } from '../../../context.server.ts';
import type { GameBrowser, GameVisit } from '../../../infra/browser/game-browser.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { CONTROL_GAME } from '../../games/plays/rules.ts';
import { getRobotUrl } from '../../games/plays/service.server.ts';
import { CONTROL_FILES, CONTROL_URL } from './rules.ts';
import { toErrorText } from '../rules.ts';

/**
 * Opens our own game the way a game is opened: by a ticket, through the database and the file store. Only other services call this.
 * @returns what was wrong, for operators; null: it works, so a game that does not is to blame itself
 */
export async function checkControl(ctx: AppContext, browser: GameBrowser): Promise<string | null> {
  let failure: string | null;
  try {
    await storeControl(ctx);
    failure = describe(await browser.visit(getRobotUrl(ctx, SYSTEM, CONTROL_GAME, CONTROL_URL)));
  } catch (error) {
    // A file store or a browser that does not work is what this asks for.
    failure = toErrorText(error);
  }
  if (failure !== null) ctx.log.warn({ failure }, 'the check of games: our own game does not open');
  return failure;
}

/** Puts its files into the file store, if they are not there. */
async function storeControl(ctx: AppContext): Promise<void> {
  for (const [path, text] of Object.entries(CONTROL_FILES)) if (!(await ctx.files.has(path))) await ctx.files.put(path, Buffer.from(text));
}

function describe({ outcome, reason, errors }: GameVisit): string | null {
  if (outcome === 'shown') return null;
  return toErrorText([outcome, ...(reason === null ? [] : [reason]), ...errors.slice(0, 1)].join(': '));
}
