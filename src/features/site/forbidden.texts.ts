/** Texts of pages that somebody may not open. Hardly anybody sees them, so they are loaded on demand. */
export const texts = {
  metaTitle: (title: string): string => `${title} | Kiddo`,
  notForYou: {
    title: 'You cannot open this page',
    text: 'It is for other people than you, such as the Kiddo team. Everything else is still here.',
    button: 'Return to Home',
  },
  secondStep: {
    title: 'The second step is missing',
    text: 'The pages of the team open only with a code from an app. Turn on two-step sign-in in your settings. If it is on, sign out, and sign in with your password and a code, not with Google.',
    button: 'Open Security Settings',
  },
} as const;
