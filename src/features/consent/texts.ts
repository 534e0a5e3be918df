/** All texts about cookies and browser storage. */
export const texts = {
  region: 'Cookies',
  title: 'Cookies?',
  /** Shown where there is room; the Cookies page says it too. */
  details: 'We keep what Kiddo needs to work. Accept all, and we also keep your place in lists, and pages you saw.',
  promise: 'No ads, no trackers.',
  reject: 'Reject non-essential',
  accept: 'Accept all',
  /** Before the two links, where there is room. */
  read: 'Read more:',
  privacy: 'Privacy',
  cookies: 'Cookies',
  done: {
    all: { title: 'All accepted', text: 'You can change your mind on the Cookies page.' },
    essential: { title: 'Only what is needed', text: 'You can change your mind on the Cookies page.' },
  },
  choice: {
    title: 'Your choice',
    now: {
      all: 'You accepted all. We also keep where you were in a list, and pages you saw.',
      essential: 'You rejected what is not essential. Only what is needed is kept.',
      none: 'You have not chosen yet. Until then only what is needed is kept.',
    },
    unknown: 'Choose here, as often as you like. The newest choice counts, for 365 days.',
  },
} as const;
