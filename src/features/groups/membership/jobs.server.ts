import type { AppContext } from '../../../context.server.ts';
import { publishNotifications } from '../../notifications/service.server.ts';
import { deleteClosedGroups, deleteExpiredInvitations, deleteFormerGroupNames } from './queries.server.ts';
import { CLOSED_GROUP_DAYS, FORMER_GROUP_NAME_MONTHS } from './rules.ts';

const DAY_MS = 86_400_000;

/** Scheduled jobs of this feature (cron, UTC). */
export const groupsJobs = [
  {
    name: 'groups.delete-closed',
    cron: '51 2 * * *',
    run: (ctx: AppContext) => deleteClosedGroups(ctx.db, new Date(ctx.now().getTime() - CLOSED_GROUP_DAYS * DAY_MS)),
  },
  {
    name: 'groups.delete-expired-invitations',
    cron: '7 * * * *',
    run: async (ctx: AppContext) => publishNotifications(ctx, await deleteExpiredInvitations(ctx.db, ctx.now())),
  },
  {
    name: 'groups.delete-former-names',
    cron: '53 2 * * *',
    run(ctx: AppContext) {
      const before = new Date(ctx.now());
      before.setUTCMonth(before.getUTCMonth() - FORMER_GROUP_NAME_MONTHS);
      return deleteFormerGroupNames(ctx.db, before);
    },
  },
];
