import type { Audience } from './schema.ts';

/** All texts of the Privacy tab (spec 2, section 2). */
export const texts = {
  title: 'Privacy',
  lead: 'You decide who can do what. It counts at once, everywhere on Kiddo.',
  audiences: { everyone: 'Everyone', friends: 'Friends Only', private: 'Private' } satisfies Record<Audience, string>,
  questions: {
    profile: {
      legend: 'Who can see my profile?',
      hint: 'Everyone: all who are signed in. Friends Only: others see your names and your picture, no more. Private: nobody sees it, not even your friends.',
    },
    finding: {
      legend: 'Who can find me by my name?',
      hint: 'With Friends Only and Private no stranger finds you. Your friend code works always: you give it only to people you know.',
    },
    asking: {
      legend: 'Who can send me friend requests?',
      hint: 'With Friends Only and Private nobody new can ask you. You can still ask others.',
    },
  },
  online: 'Online status',
  onlineLabel: 'Show my friends when I am online',
  onlineHint: 'People who are not your friends never see it.',
  save: 'Save privacy',
  saving: 'Saving...',
  toasts: {
    saved: { title: 'Privacy saved', text: 'Your choices count from now on.' },
    failed: { title: 'Update failed', text: 'Choose one answer for each question.' },
  },
} as const;
