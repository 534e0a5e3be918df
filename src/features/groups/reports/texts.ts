import type { GroupReportReason } from './schema.ts';

/** All texts of reporting a group. */
export const texts = {
  open: 'Report group',
  title: 'Report this group',
  lead: 'You did the right thing by telling us. Nobody in the group sees who reported it.',
  reason: 'What is wrong?',
  description: 'What happened? (optional)',
  promise: 'A person reads every report within 24 hours. If you feel unsafe, tell a grown-up you trust too.',
  cancel: 'Cancel',
  submit: 'Send report',
  busy: 'Sending...',
  failed: { title: 'Not sent', text: 'Your report was not sent. Check the connection, then try again.' },
  gone: { title: 'Not sent', text: 'This group is gone, or you are not in it any more. You can still report a player.' },
  slow: { title: 'Not sent', text: 'You sent many reports today. Please tell a grown-up you trust.' },
  sentTitle: 'Thank you',
  sent: 'We got your report and will tell you when we looked at it.',
  done: 'Done',
} as const;

/** Reasons, in words that a child understands. */
export const reasonLabels: Record<GroupReportReason, string> = {
  'bad-name': 'Its name or motto is bad or rude',
  bullying: 'It is made to be mean to somebody',
  danger: 'Somebody is harmed, or wants to meet me',
  other: 'Something else',
};

const reasonPhrases: Record<GroupReportReason, string> = {
  'bad-name': 'a bad name or motto',
  bullying: 'being mean',
  danger: 'somebody who is harmed, or wants to meet you',
  other: 'something else',
};

/**
 * The confirmation notification for the reporter. It does not say what the group is called: names can be bad, and somebody else may read the
 * bell.
 */
export function receipt(reason: GroupReportReason): { title: string; message: string } {
  return {
    title: 'Your report about a group',
    message: `You told us about ${reasonPhrases[reason]}. A person looks at it within 24 hours, and we will tell you. Nobody in the group sees who reported it.`,
  };
}
