import { formatDay } from '../../../shared/date-format.ts';
import { CASE_RETENTION_MONTHS, type CaseAction, type HoldAction } from './schema.ts';

/** Texts about keeping cases and handing them out, for operators. */
export const texts = {
  metaTitle: 'Cases of deleted accounts | Kiddo',
  title: 'Cases of deleted accounts',
  lead: `What is needed of a case stays for ${CASE_RETENTION_MONTHS} months after it was closed, and longer if it is for the police.`,
  search: 'Find a case',
  searchLabel: 'Name or id',
  searchHint: 'The beginning of the username or display name at that time, or the id of the player.',
  find: 'Find',
  empty: 'No cases here',
  emptyText: 'Cases of players whose account was deleted appear here, the latest first.',
  backToFirstPage: 'From the latest',
  erased: (iso: string) => `Account deleted on ${formatDay(iso)}`,
  keptUntil: (iso: string) => `kept until ${formatDay(iso)}`,
  keptForPolice: 'kept until it is released',
  forPolice: 'For the police',
  /** On the page of a case. */
  note: (at: string, until: string, isHeld: boolean) =>
    `This account was deleted on ${formatDay(at)}. What the case needs is kept ${isHeld ? 'until it is released' : `until ${formatDay(until)}`}.`,
  back: 'Cases of deleted accounts',
  keep: 'For the police',
  heldSince: (iso: string) => `Marked since ${formatDay(iso)}: the case is kept until it is released.`,
  notHeld: `Not marked. When the account is deleted, the case is kept for ${CASE_RETENTION_MONTHS} months after it was closed.`,
  notHeldErased: (until: string) => `Not marked. The case is deleted on ${formatDay(until)}.`,
  reason: 'Reason',
  reasonHint: 'For the team; it stays in the log. Without names.',
  reasonRequired: 'Write a short reason: why?',
  holdActions: { hold: 'Mark for the police', release: 'Release' } satisfies Record<HoldAction, string>,
  busy: 'Working...',
  successToasts: {
    hold: { title: 'Marked for the police', text: 'The case is kept until it is released.' },
    release: { title: 'Released', text: `The case is kept for ${CASE_RETENTION_MONTHS} months after it was closed.` },
  } satisfies Record<HoldAction, { title: string; text: string }>,
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',
  download: 'Download the case',
  downloadLead:
    'One file with the reports, the messages that are evidence, the names at that time, the decisions and the log; of a case for the police also what the player asked help for.',
  downloadNote: 'Why, and for whom',
  downloadHint: 'It stays in the log. Without names.',
  downloadButton: 'Download as a file',
  actionsInLog: {
    'hold-case': 'marked the case for the police',
    'release-case': 'released the case',
    'export-case': 'downloaded the case',
  } satisfies Record<CaseAction, string>,
  /** The ban of a deleted account. */
  liftLead: 'The account is gone. While the ban holds, nobody can sign up with its address.',
  lifted: { title: 'Lifted', text: 'The address can be used again.' },
  free: {
    title: 'Free an address',
    lead: 'Somebody cannot sign up because the address belonged to a banned account that is deleted? After you looked into it, free it here.',
    email: 'Email',
    emailHint: 'It is not written down anywhere.',
    emailRequired: 'Write the whole email, like name@example.com.',
    note: 'Note',
    noteHint: 'For the team; it stays in the log. Without names.',
    noteRequired: 'Write a short note for the team: why?',
    submit: 'Free the address',
    notBanned: 'This address is not banned.',
    accountExists: 'The account of this address still exists. Lift the ban on the page of the player instead.',
    done: { title: 'The address is free', text: 'It can be used for an account again.' },
  },
} as const;
