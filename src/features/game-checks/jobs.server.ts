import type { AppContext } from '../../context.server.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { OPEN_GAME } from './schema.ts';
import { openRequestedGame } from './service.server.ts';

/** Queued jobs. */
export const gameCheckQueuedJobs = [
  { ...OPEN_GAME, batchSize: 1, run: (ctx: AppContext, { gameId }: { gameId: string }) => openRequestedGame(ctx, SYSTEM, gameId) },
];
