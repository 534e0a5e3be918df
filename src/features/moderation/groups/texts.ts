import type { GroupReportReason } from '../../groups/reports/schema.ts';
import type { GroupRole } from '../../groups/schema.ts';
import type { GroupCloser, GroupDecision, NameFault } from './schema.ts';

/** Texts of the moderators' pages about groups. */
export const texts = {
  metaTitle: 'Reported groups | Kiddo',
  emptyText: 'Reports about groups appear here, the oldest first.',
  reports: 'Reports about this group',
  reasons: {
    'bad-name': 'A bad name or motto',
    bullying: 'Mean to somebody',
    danger: 'Somebody is harmed, or wants to meet',
    other: 'Something else',
  } satisfies Record<GroupReportReason, string>,
  urgent: 'Urgent',
  calledThen: 'Called then:',
  noMotto: 'No motto',
  created: (date: string) => `Made on ${date}`,
  closed: {
    owner: 'Closed by its owner',
    team: 'Closed by our team',
    empty: 'Closed: everybody left',
  } satisfies Record<GroupCloser, string>,
  closedHint: (at: string) =>
    `Since ${at} its members do not see it any more. What is here is deleted 30 days after that, but not while a report is open, or the case of a player of it is for the police.`,
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  noMembers: 'Nobody is in it any more.',
  membersHint: 'Whoever wrote something bad or scared somebody is warned, muted or banned on their own page.',
  roles: { owner: 'Owner', helper: 'Helper', member: 'Member' } satisfies Record<GroupRole, string>,
  since: (date: string) => `since ${date}`,
  invitations: 'Invited, no answer yet',
  invitedBy: (name: string | null, date: string) => `by ${name === null ? 'a player who left' : `@${name}`}, ${date}`,
  names: 'Names and mottos',
  nameKinds: { made: 'chosen at the start', changed: 'changed', 'taken-away': 'taken away by our team' },
  byNobody: 'by a player who left',
  note: 'Note',
  noteHint: 'For the team; it stays in the log.',
  busy: 'Working...',
  noteRequired: 'Write a short note: why?',
  takeAway: 'Take name and motto away, because they',
  faults: {
    'bad-words': 'are rude',
    mean: 'are mean to somebody',
    private: 'tell private details',
    pretends: 'pretend to be somebody',
  } satisfies Record<NameFault, string>,
  decisions: {
    'dismiss-group': 'Nothing is wrong',
    'resolve-group': 'Done: a player was warned or stopped',
    'close-group': 'Close the group',
  } satisfies Record<Exclude<GroupDecision, 'take-group-name'>, string>,
  decisionsInLog: {
    'dismiss-group': 'found nothing wrong',
    'resolve-group': 'closed the reports: something else was done',
    'take-group-name': 'took the name and the motto away',
    'close-group': 'closed the group',
  } satisfies Record<GroupDecision, string>,
  successToasts: {
    'dismiss-group': { title: 'Dismissed', text: 'The reporters are told.' },
    'resolve-group': { title: 'Done', text: 'The reporters are told.' },
    'take-group-name': { title: 'Name taken away', text: 'The owner is told. For 7 days nobody can choose another one.' },
    'close-group': { title: 'Group closed', text: 'Its members are told that our team closed it.' },
  } satisfies Record<GroupDecision, { title: string; text: string }>,
  confirmClose: {
    title: 'Close this group?',
    text: 'It is gone at once for everybody in it, for good. The reports that you have read are closed. The members are told that our team closed it, and not who reported it.',
    cancel: 'Keep it',
  },
  renamed: 'The group was renamed since you opened this page, and nothing was closed. Read the new name first.',
  nothing: 'There is nothing left to do.',
  ofPlayer: 'Groups',
  ofPlayerClosed: 'closed',
} as const;

const FAULTS_TOLD: Record<NameFault, string> = {
  'bad-words': 'There were bad or rude words in them.',
  mean: 'They were mean to somebody.',
  private: 'They told something private, such as a phone number, a school or a place.',
  pretends: 'They pretended to be somebody else, or our team.',
};

/** What players are told of a decision. None of them names a player or says what the group was called: names can be bad. */
export const notificationTexts = {
  /** To the owner. */
  nameTaken: (fault: NameFault) => ({
    title: 'Your group is called “Group” now',
    message: `Our team took away the name and the motto of your group. ${FAULTS_TOLD[fault]} Your group stays, with everybody in it. For at least 7 days nobody can choose a new name.`,
  }),
  /** To everybody who was in it. */
  closed: {
    title: 'Our team closed a group',
    message:
      'One of your groups did not keep to our rules, so our team closed it. You do not have to do anything, and you can make a new group.',
  },
  reporter: (decision: GroupDecision): { title: string; message: string } =>
    decision === 'dismiss-group'
      ? {
          title: 'We looked at your report about a group',
          message: 'We found that the group keeps to the rules. You can leave it, or say no. Thank you for looking out for others.',
        }
      : { title: 'Your report about a group helped', message: 'We looked at it and did something about it. Thank you!' },
};
