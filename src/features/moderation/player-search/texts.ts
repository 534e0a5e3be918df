import type { AgeBand } from '../../../shared/permissions.ts';
import type { FoundPlayer } from './schema.ts';

/** Texts of the search for players. */
export const texts = {
  metaTitle: 'Find a player | Kiddo',
  title: 'Find a player',
  lead: 'By a part of a name that they have or had, or by their id.',
  leadForOperators: 'By a part of a name that they have or had, by a part of the address, by their id, or by the reference of a payment.',
  label: 'Name or id',
  labelForOperators: 'Name, address, id or payment',
  button: 'Find',
  found: (count: number, hasMore: boolean) =>
    hasMore ? `The first ${count}. Type more to find fewer.` : count === 1 ? 'One player' : `${count} players`,
  none: 'Nobody found',
  noneText: 'Look at the spelling, or type another part of the name. Names with fewer than three letters are found only as a whole.',
  ages: { 13: '13 to 15', 16: '16 or 17', 18: '18 or older' } satisfies Record<AgeBand, string>,
  noAge: 'Age not said',
  team: 'Team',
  banned: 'Banned',
  muted: 'Muted',
  leaving: 'Is being deleted',
  openReports: (count: number) => (count === 1 ? '1 report waits' : `${count} reports wait`),
  how: ({ foundBy, former }: Pick<FoundPlayer, 'foundBy' | 'former'>): string => {
    if (former) return `Was ${former.displayName} (@${former.username}) until ${former.until.slice(0, 10)}`;
    return {
      name: '',
      id: 'By the id',
      'former-name': '',
      address: 'By the address',
      payment: 'By a payment',
      erased: 'Deleted: only the case is kept',
    }[foundBy];
  },
} as const;
