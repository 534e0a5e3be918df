import { formatLongDate } from '../../../shared/date-format.ts';
import { toClock } from '../clock.rules.ts';
import type { CheckState, Part } from '../schema.ts';
import { BODY_MAX, TITLE_MAX, type CheckView, type Done } from './schema.ts';

/** Texts of the operators' pages about the status page. */
export const texts = {
  metaTitle: 'Status | Kiddo',
  title: 'Status',
  lead: 'What our checks say now, and what you tell everybody on the status page when something does not work.',
  page: 'Open the status page',
  checks: 'What the checks say now',
  noChecks: 'No check has run yet. The first one runs within a minute after the site has started.',
  stale: 'The checks have stopped: the last one is more than 5 minutes old. The worker that runs them may be down.',
  checkedAt: (iso: string) => `Checked on ${formatLongDate(iso)}, at ${toClock(iso)} in Nairobi.`,
  part: { pages: 'Pages and sign-in', games: 'Games', chat: 'Chat and friends', payments: 'Payments', mail: 'Mail' } satisfies Record<
    Part,
    string
  >,
  state: { works: 'Works', slow: 'Slow', down: 'Down' } satisfies Record<CheckState, string>,
  took: ({ durationMs }: CheckView) => (durationMs === null ? 'no answer' : `${durationMs} ms`),
  incidents: 'What you told everybody',
  noIncidents: 'Nothing yet.',
  write: 'Write what happened',
  open: 'Going on',
  over: 'Over',
  done: {
    written: { title: 'Written', text: 'Visitors read it on the status page within some seconds.' },
    deleted: { title: 'Deleted', text: 'It is gone from the status page within some seconds.' },
  } satisfies Record<Done, { title: string; text: string }>,

  back: 'Status',
  newTitle: 'Write what happened',
  newLead: 'In plain words that a child can read. Say what does not work, what you do about it, and nothing about single players.',
  editTitle: 'What happened',
  form: 'What everybody reads',
  fields: {
    title: 'Title',
    titleHint: `Such as: Chat does not work. Up to ${TITLE_MAX} letters.`,
    body: 'What happened',
    bodyHint: `Some sentences, up to ${BODY_MAX} letters. Each new line is kept.`,
    parts: 'Which parts',
    effect: 'What they are while it goes on',
    effects: { slow: 'Slow', down: 'Down' },
    startedAt: 'Since when, in Nairobi',
    endedAt: 'Until when, in Nairobi',
    endedAtHint: 'Leave it empty while it is still going on.',
  },
  note: 'Why (for the team; it stays in the log)',
  noteHint: 'Such as: the checks called me, and I looked.',
  preview: 'Preview',
  previewTitle: 'So it will look',
  previewText: 'It is not saved yet.',
  save: 'Write it',
  saveChange: 'Save the change',
  update: {
    title: 'Add what is new',
    field: 'What is new',
    hint: 'Such as: we found it, and it works again in half an hour. It gets the date and the time of now.',
    button: 'Add it',
  },
  end: {
    title: 'End it now',
    lead: 'It stays on the page for 90 days, with the time from its beginning until now. Then the checks alone say what works.',
    button: 'It is over',
  },
  remove: {
    title: 'Delete it',
    lead: 'Only for what was written by mistake. What really happened stays on the page: end it instead.',
    confirm: 'Yes, delete it for everybody',
    button: 'Delete it',
  },
  busy: 'Working...',
  saved: {
    save: { title: 'Saved', text: 'Visitors read it on the status page within some seconds.' },
    update: { title: 'Added', text: 'Visitors read it on the status page within some seconds.' },
    end: { title: 'It is over', text: 'The status page says so within some seconds.' },
  },
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. What you typed is still here: please try again.',
  conflict: 'Somebody else changed it meanwhile, so nothing was saved. Load the page again, and make your change once more.',
  endedBefore: 'It is over already. Load the page again.',
  log: 'What was done',
  noLog: 'Nothing yet.',
  actionsInLog: {
    'incident-written': 'wrote it',
    'incident-changed': 'changed it',
    'incident-update': 'added what is new',
    'incident-ended': 'ended it',
  } as Partial<Record<string, string>>,
  at: (iso: string) => `${formatLongDate(iso)}, ${toClock(iso)} in Nairobi`,
} as const;

const FAULTS: Partial<Record<string, string>> = {
  'title short': 'Write a title of at least 3 letters.',
  'title long': `Write a title of at most ${TITLE_MAX} letters.`,
  'title characters': 'Use letters, digits and signs only, on one line.',
  'body short': 'Write what happened, in at least 10 letters.',
  'body long': `Write at most ${BODY_MAX} letters.`,
  'body characters': 'Use letters, digits and signs only.',
  'update short': 'Write what is new, in at least 3 letters.',
  'update long': `Write at most ${BODY_MAX} letters.`,
  'update characters': 'Use letters, digits and signs only.',
  'startedAt future': 'This is later than now. When did it begin?',
  'endedAt future': 'This is later than now. Leave it empty while it is still going on.',
  'endedAt before': 'This is earlier than its beginning.',
};
const FAULTS_BY_FIELD: Partial<Record<string, string>> = {
  'part-pages': 'Choose at least one part.',
  effect: 'Choose what the parts are.',
  startedAt: 'Write a date and a time, such as 2026-11-09T18:20.',
  endedAt: 'Write a date and a time, such as 2026-11-09T18:20, or leave it empty.',
  note: 'Write a short note: why?',
  confirm: 'Tick this box to delete it.',
};

/** What is wrong with a field of a form. */
export function describeField(field: string, issue: string): string {
  return FAULTS[`${field} ${issue}`] ?? FAULTS_BY_FIELD[field] ?? texts.failed;
}
