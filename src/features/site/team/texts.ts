import type { WaitingCounts } from '../../case-queue/schema.ts';

const sayUrgent = (urgent: number): string => (urgent === 0 ? '' : `, ${urgent} ${urgent === 1 ? 'is' : 'are'} urgent`);

/** The number as it is seen. */
const toBadge = (total: number): string => (total > 99 ? '99+' : String(total));

/** Texts of what the team sees around every page: the number of what waits, and the tabs on phones. */
export const texts = {
  waiting: 'Waiting',
  badge: toBadge,
  /** For screen readers. It begins with the words that are seen, so that whoever speaks to the browser can say them. */
  open: ({ total, urgent }: WaitingCounts): string => (total === 0 ? 'Waiting: nothing' : `Waiting ${toBadge(total)}${sayUrgent(urgent)}`),
  arrived: ({ total, urgent }: WaitingCounts): string => `For the team: ${total} ${total === 1 ? 'waits' : 'wait'}${sayUrgent(urgent)}`,
  tabs: { label: 'Places of the team', players: 'Players', games: 'Games', pictures: 'Pictures', overview: 'Overview', site: 'Site' },
  demoTeam: 'A demo account opens the pages of the team without a second step. Everybody else on the team needs two-step sign-in.',
} as const;
