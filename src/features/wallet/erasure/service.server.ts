import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromLedger } from './queries.server.ts';

/** The balance is deleted; the ledger is retained without the player. */
export const walletEraser: Eraser<AppContext> = {
  deletedTables: ['wallets'],
  retainedTables: { ledger: 'The accounts must add up; the notes lose the player.' },
  eraseRows: (_ctx, trx, who) => eraseFromLedger(trx, who),
};
