import type { ClosableFeature } from './schema.ts';

/** What the pages concerned say while an operator has switched something off. The operator's own words follow. Chat has a banner of its own. */
export const closedTexts: Record<Exclude<ClosableFeature, 'chat'>, { title: string; text: string }> = {
  'sign-ups': { title: 'New accounts are closed for the moment', text: 'Playing works without one. Please come back later.' },
  uploads: {
    title: 'Uploading pictures is closed for the moment',
    text: 'Your picture stays as it is, and everything else about your avatar works.',
  },
  payments: {
    title: 'Paying is closed for the moment',
    text: 'Nothing can be bought right now, and nothing is taken. What is paid already stays yours.',
  },
  newsletter: { title: 'The newsletter is taking a break', text: 'You cannot subscribe right now. Please come back later.' },
};
