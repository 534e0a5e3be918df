import type { GameReportReason } from '../reports/schema.ts';
import type { LoggedAction, ModerationAction } from './schema.ts';

/** All texts of the moderators' pages. */
export const texts = {
  metaTitle: 'Moderation | Kiddo',
  title: 'Moderation',
  lead: (waiting: number, late: number) =>
    waiting === 0
      ? 'Nothing waits.'
      : `${waiting} ${waiting === 1 ? 'report waits' : 'reports wait'}${late > 0 ? `, ${late} longer than 24 hours` : ''}.`,
  states: { waiting: 'Waiting', new: 'New', reviewing: 'Reviewing', resolved: 'Resolved', dismissed: 'Dismissed', all: 'All' },
  filterState: 'State',
  filterReason: 'Reason',
  anyReason: 'All reasons',
  apply: 'Show',
  /** Labels of spec 1, section 3. */
  reasons: {
    inappropriate_content: 'Inappropriate Content',
    spam: 'Spam',
    broken_game: 'Broken/Not Working',
    copyright: 'Copyright Violation',
    other: 'Other',
  } satisfies Record<GameReportReason, string>,
  noDescription: 'No additional description provided',
  empty: 'No reports here',
  emptyText: 'Reports that fit these filters appear here, the oldest first.',
  age: (hours: number) => (hours < 1 ? 'under an hour old' : hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} d old`),
  late: 'Over 24 hours',
  repeats: (count: number) => `reported again ${count} ${count === 1 ? 'time' : 'times'}`,
  by: (name: string | null) => (name === null ? 'by a player who left' : `by @${name}`),
  hidden: 'Hidden',
  backToFirstPage: 'From the oldest',
  back: 'All reports',
  byDeveloper: (name: string) => `by ${name}`,
  openGame: 'Open the game',
  reports: 'Reports on this game',
  log: 'What was done',
  noLog: 'Nothing yet.',
  /** UTC, so that it is the same for all moderators, wherever they are. */
  at: (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
  decide: 'What to do',
  note: 'Note (for the team; it stays in the log)',
  noteRequired: 'Write a short note: why?',
  conflict: 'Somebody was faster: there is nothing left to do here. Load the page again.',
  newer: {
    title: 'Something new came in.',
    text: 'Read it before you decide. Until you say that you have, your decision is not about it.',
    read: 'I have read it',
  },
  busy: 'Working...',
  confirmHide: {
    title: 'Hide this game?',
    text: 'It is gone at once for everybody, also for those who play it now. All reports on it are closed, also newer ones, and the reporters are told.',
    cancel: 'Keep it',
  },
  actions: {
    dismiss: 'Dismiss the reports',
    'hide-game': 'Hide the game',
    'restore-game': 'Restore the game',
  } satisfies Record<ModerationAction, string>,
  actionsInLog: {
    review: 'looks at it',
    dismiss: 'dismissed the open reports',
    'hide-game': 'hid the game and resolved the open reports',
    'restore-game': 'restored the game',
    'add-game': 'added the game',
    'edit-game': 'edited the game',
    'replace-game-files': 'replaced the files of the game',
    'change-game-cover': 'changed the cover',
    'show-game': 'showed the game for the first time',
    'remove-game': 'removed the game for good',
    'pick-game': 'added the game to the staff picks',
    'move-pick': 'moved the game in the staff picks',
    'unpick-game': 'took the game off the staff picks',
    'feature-game': 'planned to feature the game',
    'unfeature-game': 'took back the plan to feature the game',
    'hide-broken-game': 'hid the game, because the nightly check found it broken',
    'leave-game-hidden': 'left the game hidden',
    'open-game': 'had the game opened by the check',
  } satisfies Record<LoggedAction, string>,
  successToasts: {
    dismiss: { title: 'Dismissed', text: 'The reporters are told.' },
    'hide-game': { title: 'Game hidden', text: 'It is gone from every list, search, page and player.' },
    'restore-game': { title: 'Game restored', text: 'Players find it again.' },
  } satisfies Record<ModerationAction, { title: string; text: string }>,
  failed: { title: 'That did not work', text: 'Nothing was changed. Load the page again and try once more.' },
} as const;

/** The notification to the reporters after the decision. */
export function getDecisionNotification(action: 'dismiss' | 'hide-game', game: string): { title: string; message: string } {
  return action === 'hide-game'
    ? { title: `Your report helped: ${game}`, message: 'We looked at it and took the game away. Thank you!' }
    : {
        title: `We looked at your report: ${game}`,
        message: 'We found that the game keeps to the rules. Thank you for looking out for others.',
      };
}

/** A form's error that no field shows, with its title. */
export function toErrorNotice(error: string | null): { title: string; text: string } | null {
  return error === null ? null : { title: texts.failed.title, text: error };
}

/** Texts of the operator's figures about cases that Kiddo opened by itself. */
export const figureTexts = {
  title: 'What Kiddo noticed',
  figures: ({ open, acted, dismissed }: { open: number; acted: number; dismissed: number }) =>
    open + acted + dismissed === 0
      ? 'Kiddo opened no case by itself in the last 90 days.'
      : `Cases that Kiddo opened by itself in the last 90 days: ${open} open, ${acted} with something done, ${dismissed} dismissed.`,
} as const;

/** Texts of the operators' overview. */
export const overviewTexts = { metaTitle: 'Operator | Kiddo', pageTitle: 'Operator' } as const;
