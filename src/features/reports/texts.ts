import type { GameReportReason } from './schema.ts';

/** All texts of reporting a game (spec 1, sections 2, 5, 8). */
export const texts = {
  open: 'Report Game',
  title: 'Report Game',
  lead: 'Is something wrong with this game? Tell us. The people who made the game do not see who reported it.',
  reason: 'Reason',
  choose: 'Choose a reason',
  description: 'What happened? (optional)',
  submit: 'Submit Report',
  busy: 'Submitting...',
  cancel: 'Cancel',
  promise: 'A person looks at every report within 24 hours.',
  logIn: 'Log In',
  signInRequired: { title: 'Authentication required', text: 'Please log in to report a game.' },
  reasonRequired: { title: 'Reason required', text: 'Please select a reason for reporting this game.' },
  failed: { title: 'Submit failed', text: 'Failed to submit report. Please try again.' },
  sent: { title: 'Report submitted', text: 'Thank you for your report. We will review it shortly.' },
  help: { title: 'You are not alone', text: 'There are people who help you, now and for free.' },
  helpNotified: { title: 'You are not alone', text: 'Our team knows now. There are people who help you at once and for free.' },
  getHelp: 'See who helps',
  noDescription: 'No additional description provided',
} as const;

/** Labels of spec 1, section 3. */
export const reasonLabels: Record<GameReportReason, string> = {
  inappropriate_content: 'Inappropriate Content',
  spam: 'Spam',
  broken_game: 'Broken/Not Working',
  copyright: 'Copyright Violation',
  other: 'Other',
};

/** The confirmation notification for the reporter (spec 1, section 5). */
export const receipt = {
  title: (game: string) => `Game Report: ${game}`,
  message: (reason: GameReportReason, description: string) => `Reason: ${reasonLabels[reason]}\nDescription: ${description}`,
};

/** What is appended to a report, for the moderators, when the same player reports the same game again. */
export function formatAddition(reason: GameReportReason, description: string): string {
  return `\n\n[later: ${reasonLabels[reason]}]${description === '' ? '' : `\n${description}`}`;
}
