import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseReservationsAndLinks } from './queries.server.ts';

/** The ways to sign in, the sessions, reserved usernames and emailed links are deleted. */
export const accountsEraser: Eraser<AppContext> = {
  deletedTables: ['identities', 'sessions', 'two_factors'],
  eraseRows: (_ctx, trx, who) => eraseReservationsAndLinks(trx, who),
};
