import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';
import { endMemberships } from './membership/service.server.ts';

/** The player leaves all groups, as if they did it themselves. What they called a group stays with the group. */
export const groupsEraser: Eraser<AppContext> = {
  deletedTables: ['group_members'],
  retainedTables: {
    groups: 'a group belongs to all of its members; who made it is forgotten',
    group_invitations: 'that somebody else declined, or was removed by the player, still counts; the player’s own rows go',
    group_name_changes: 'the name of a group belongs to it; who wrote it is forgotten',
  },
  eraseRows: (ctx, trx, who) => endMemberships(ctx, trx, who.id),
};
