import type { ConsentDoor } from './schema.ts';

/** What is closed until a guardian agrees. */
export type ClosedPart = 'chat' | 'buying' | 'uploads';

/** The texts of the player's side. Those of the guardian's are in agreement/, in every language. */
export const texts = {
  door: {
    title: {
      chat: 'Your own words come later',
      buying: 'Buying is closed for now',
      uploads: 'Your own pictures are closed for now',
    } satisfies Record<ClosedPart, string>,
    text: {
      none: 'It opens when a parent or guardian says yes. We write them one mail that explains Kiddo.',
      asked: 'It opens when the grown-up you asked says yes.',
      given: 'Your parent or guardian chose this for you. They can change it by the link in our mails.',
      refused: 'Your parent or guardian said no for now. Talk with them about it.',
      withdrawn: 'Your parent or guardian took their yes back. Talk with them about it.',
    } satisfies Record<ConsentDoor['state'], string>,
    ask: 'Ask a grown-up',
    remind: 'Remind them',
    see: 'See what was asked',
    chosen: 'See what was chosen',
  },
} as const;
