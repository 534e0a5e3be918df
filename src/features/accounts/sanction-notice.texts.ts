/** What a muted or banned player sees. */
export const texts = {
  mute: {
    title: 'You cannot write messages for now',
    text: 'You can still play, and read what your friends write.',
    until: 'You can write again from:',
    forGood: 'This holds until we tell you that you can write again.',
  },
  ban: {
    title: 'This account is closed for now',
    text: 'You cannot log in or play with it.',
    until: 'You can log in again from:',
    forGood: 'This holds until we tell you that it is open again.',
  },
  why: 'Why:',
  help: 'Do you think this is a mistake? You or a grown-up can write to us:',
  contact: 'Contact us',
} as const;
