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

/** The mail to an operator after a night in which so much was broken that nothing was hidden. */
export function stoppedEmail(to: string, { opened, broken }: { opened: number; broken: number }, url: string): EmailContent {
  return {
    to,
    subject: `Games on Kiddo: ${broken} of ${opened} were broken last night`,
    heading: 'Many games were broken last night',
    paragraphs: [
      `The nightly check opened ${opened} games, and ${broken} of them were broken.`,
      'That is more than a few games break in one night, so the fault may be ours. No game was hidden. Please look at what they have in common.',
    ],
    button: { label: 'Open the games', url },
    notes: ['You get this mail because you operate Kiddo. It comes at most once a night.'],
  };
}

/** The same for a browser that tells of notifications. */
export function stoppedPush({ opened, broken }: { opened: number; broken: number }): { title: string; text: string } {
  return { title: 'Many games were broken last night', text: `${broken} of ${opened}. No game was hidden.` };
}
