import { formatAges } from '../../../shared/age-format.ts';
import { AGE_BAND_RULES, needsGuardian, type AgeBand, type BandRules, type ContentMark } from '../../../shared/permissions.ts';
import type { Audience } from './schema.ts';

/** What the player's age limits: their choices, and the games that they see. */
type Limited = 'profile' | 'finding' | 'asking' | 'games';

const FOUND_BY: Record<BandRules['isFoundBy'], string> = {
  'part-of-name': '',
  'whole-username': ' They have to type your whole username, or use your friend code.',
};
const ASKED_BY: Record<BandRules['isAskedBy'], (ages: string, approved: string) => string> = {
  everyone: (ages, approved) => `only players of ${ages} and ${approved} can ask you`,
  'code-or-shared-friend': (_ages, approved) =>
    `only friends of your friends, players who have your friend code, and ${approved} can ask you`,
};
const GAMES: Record<ContentMark, string> = {
  0: 'You see the games that are for everyone.',
  13: 'You see the games that are for everyone, and those from 13. Games from 16 come when you are 16.',
  16: 'You see all games.',
};

/**
 * What the player's age makes of their choices and opens, from the table of what each age may do.
 * @param rules of their band
 */
export function describeAgeLimits(band: AgeBand, rules: BandRules = AGE_BAND_RULES[band]): Record<Limited, string> {
  const ages = formatAges(rules.reaches);
  // The one exception: whom a guardian approved by name.
  const approved = needsGuardian(band)
    ? 'grown-ups whom your parent or guardian approved'
    : 'younger players whose parent or guardian approved you';
  return {
    profile: `Even with Everyone, only players of ${ages} and ${approved} can see it.`,
    finding: `Even with Everyone, only players of ${ages} and ${approved} can find you.${FOUND_BY[rules.isFoundBy]}`,
    asking: `Even with Everyone, ${ASKED_BY[rules.isAskedBy](ages, approved)}.`,
    games: GAMES[rules.gamesUpTo],
  };
}

/** All texts of the Privacy tab (spec 2, section 2). */
export const texts = {
  title: 'Privacy',
  lead: 'You decide who can do what. It counts at once, everywhere on Kiddo.',
  audiences: { everyone: 'Everyone', friends: 'Friends Only', private: 'Private' } satisfies Record<Audience, string>,
  questions: {
    profile: {
      legend: 'Who can see my profile?',
      hint: 'Everyone: all players who can find you. Friends Only: others see your names and your picture, no more. Private: nobody sees it, not even your friends.',
    },
    finding: {
      legend: 'Who can find me by my name?',
      hint: 'With Friends Only and Private no stranger finds you. Your friend code still works: you give it only to people you know.',
    },
    asking: {
      legend: 'Who can send me friend requests?',
      hint: 'With Friends Only and Private nobody new can ask you. You can still ask others.',
    },
  },
  online: 'Online status',
  onlineLabel: 'Show my friends when I am online',
  onlineHint: 'People who are not your friends never see it.',
  gamesTitle: 'Games for your age',
  save: 'Save privacy',
  saving: 'Saving...',
  toasts: {
    saved: { title: 'Privacy saved', text: 'Your choices count from now on.' },
    failed: { title: 'Update failed', text: 'Choose one answer for each question.' },
  },
} as const;
