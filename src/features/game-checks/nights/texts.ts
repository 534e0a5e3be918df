import type { BrokenGameReason } from '../../case-queue/schema.ts';
import type { EmailContent } from '../../mail/schema.ts';

const REASONS: Record<BrokenGameReason, string> = {
  'no-answer': 'its page did not load',
  'nothing-shown': 'nothing was shown',
  crashed: 'the browser’s tab crashed',
};

/** The note in the audit log about a game that was hidden. */
export function getHidingNote(outcome: BrokenGameReason): string {
  return `The nightly check found it broken in two nights: ${REASONS[outcome]}.`;
}

/** What operators are told after a night, by mail and by browsers that tell of notifications. */
export type NightAlert = { email: (to: string, url: string) => EmailContent; push: { title: string; text: string } };

/** After a night in which so much was broken that nothing was hidden. */
export function stoppedAlert({ opened, broken }: { opened: number; broken: number }): NightAlert {
  const title = 'Many games were broken last night';
  return {
    email: (to, url) => ({
      to,
      subject: `Games on Kiddo: ${broken} of ${opened} were broken last night`,
      heading: title,
      paragraphs: [
        `The nightly check opened ${opened} games, and ${broken} of them were broken.`,
        'That is more than a few games break in one night, so the fault may be ours. No game was hidden. Please look at what they have in common.',
      ],
      button: { label: 'Open the games', url },
      notes: ['You get this mail because you operate Kiddo. It comes at most once a night.'],
    }),
    push: { title, text: `${broken} of ${opened}. No game was hidden.` },
  };
}

/** After a night in which our own game never opened. @param failure what was seen of it last */
export function controlAlert(failure: string): NightAlert {
  const title = 'No game could be checked last night';
  return {
    email: (to, url) => ({
      to,
      subject: 'Games on Kiddo: none could be checked last night',
      heading: title,
      paragraphs: [
        'Before the nightly check opens games it opens a game of Kiddo’s own. That did not open in the whole night, so no game was opened, and none was hidden.',
        `This is what the browser saw: ${failure}`,
        'The fault is ours, and players may have it too. Please look at the games’ host name, the store of files and the log of the worker.',
      ],
      button: { label: 'Open the games', url },
      notes: ['You get this mail because you operate Kiddo. It comes at most once a night.'],
    }),
    push: { title, text: 'Our own game did not open.' },
  };
}
