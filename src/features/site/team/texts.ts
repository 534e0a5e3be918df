import type { WaitingCounts } from '../../case-queue/schema.ts';

const say = ({ total, urgent }: WaitingCounts): string => {
  if (total === 0) return 'nothing waits';
  const waits = `${total} ${total === 1 ? 'waits' : 'wait'}`;
  return urgent === 0 ? waits : `${waits}, ${urgent} ${urgent === 1 ? 'is' : 'are'} urgent`;
};

/** Texts of what the team sees around every page: the number of what waits, and the tabs on phones. */
export const texts = {
  waiting: 'Waiting',
  /** The number as it is seen. */
  badge: (total: number): string => (total > 99 ? '99+' : String(total)),
  /** The same in words, for screen readers. */
  open: (counts: WaitingCounts): string => `Waiting: ${say(counts)}`,
  arrived: (counts: WaitingCounts): string => `For the team: ${say(counts)}`,
  tabs: { label: 'Places of the team', players: 'Players', games: 'Games', pictures: 'Pictures', overview: 'Overview', site: 'Site' },
  demoTeam: 'A demo account opens the pages of the team without a second step. Everybody else on the team needs two-step sign-in.',
} as const;
