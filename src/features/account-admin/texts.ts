import type { Role } from '../../shared/permissions.ts';
import type { AccountAction } from './schema.ts';

type FormAction = Exclude<AccountAction, 'show-address'>;

/** Texts of the page on which operators look after an account. */
export const texts = {
  metaTitle: 'Account | Kiddo',
  title: (name: string) => `Account of ${name}`,
  back: 'All about this player',
  money: 'Payments and kiddocash',
  roles: { player: 'Player', moderator: 'Moderator', operator: 'Operator' } satisfies Record<Role, string>,
  role: 'Role',
  own: 'This is your own account. Somebody else of the team does these things for you.',
  leaves: (iso: string) => `The account is to be deleted on ${iso.slice(0, 10)}. Until then, whoever signs in to it can keep it.`,
  address: 'Address',
  showAddress: 'Show it (goes in the log)',
  note: 'Why (for the team; it stays in the log)',
  noteHint: 'For example: asked by the mother, who wrote from the address of the account.',
  noteRequired: 'Write a short note: why?',
  sameNames: 'Neither name was changed. Type another one.',
  username: 'Username',
  displayName: 'Display name',
  email: 'New address of the guardian',
  emailAgain: 'The same address again',
  emailForm: 'An address looks like name@example.com.',
  emailsDiffer: 'The two addresses are not the same. Look at each letter.',
  ownerIsChild: (username: string) =>
    `This is the address of the account @${username}, of a player under 18 or of unknown age. A child decides for nobody. Is it the guardian’s own address? Then that account gets another one first, in Settings.`,
  ownerUnknown: 'This address belongs to another account. Look at it first, then tick the box, if it is right.',
  owners: (usernames: string) =>
    `This is the address of ${usernames
      .split(' ')
      .map((name) => `@${name}`)
      .join(', ')}. I know that, and it is the guardian.`,
  openCases: {
    report: 'A report about this child is open. Decide it first: whoever asks for this may be whom it is about.',
    help: 'This child asked for help, and nobody has decided about it. Ask Childline (116) before you do anything here.',
    none: 'No report about this child, and no request for help, is open.',
  },
  steps:
    'First write to the former address yourself and wait 3 days. Then ask for something that only the guardian has, such as one of our mails. Be sure that it is the same person.',
  forms: {
    rename: {
      title: 'Names',
      lead: 'The same rules as in the settings. The old names stay in the record, and the old username stays kept for a while.',
      button: 'Change the names',
    },
    'sign-out': {
      title: 'Sign out everywhere',
      lead: 'For an account that somebody else may be in. Whoever knows the password can sign in again.',
      button: 'Sign out everywhere',
    },
    'withdraw-consent': {
      title: 'Guardian’s consent',
      lead: 'For a guardian who cannot do it by the link in our mails. Chat, buying and uploads close at once, and the player is told.',
      button: 'Withdraw the consent',
    },
    'replace-guardian': {
      title: 'Guardian’s new address',
      lead: 'For a guardian who has agreed and has lost that mailbox, or to put right an address of ours that has not answered. What they chose ends now. The new address is asked like every guardian and opens nothing before it agrees. The former address gets a mail that says so.',
      button: 'Ask the new address',
    },
    delete: {
      title: 'Delete the account',
      lead: 'Signed out everywhere now, gone in 14 days. A mail tells the address. While a report about it is open, it waits.',
      button: 'Delete the account',
    },
    'set-role': {
      title: 'Role',
      lead: 'Moderators and operators are 18 or older, and need the second step. Another role signs them out everywhere.',
      button: 'Give this role',
    },
  } satisfies Record<FormAction, { title: string; lead: string; button: string }>,
  export: {
    title: 'Data as a file',
    lead: 'For a parent who asks what we know of their child: without what the child wrote to our team. Send it only to the address of the account, or to the guardian who agreed.',
    button: 'Download the file',
  },
  busy: 'Working...',
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',
  conflict: 'There is nothing to do any more, or somebody was faster. Load the page again.',
  done: {
    rename: { title: 'Changed', text: 'Everybody sees the new names.' },
    'sign-out': { title: 'Signed out', text: 'The account is signed out on every device.' },
    'withdraw-consent': { title: 'Withdrawn', text: 'What the guardian had opened is closed, and the player is told.' },
    'replace-guardian': { title: 'Asked', text: 'The new address gets our mail. What was allowed is closed until they agree.' },
    'set-role': { title: 'Role given', text: 'They are signed out, and sign in once more with the new role.' },
  },
  deleted: (iso: string, isPaused: boolean) => ({
    title: 'Going to be deleted',
    text: isPaused
      ? 'Signed out everywhere. It waits until nothing is open about this player any more.'
      : `Signed out everywhere. It is gone in the night after ${iso.slice(0, 10)}.`,
  }),
  log: 'What was done',
  noLog: 'Nothing yet.',
  actionsInLog: {
    'create-operator': 'made this operator',
    'set-role': 'gave another role',
    'delete-account': 'asked to delete the account',
    'export-account': 'downloaded the data',
    'rename-account': 'changed the names',
    'withdraw-consent': 'withdrew the guardian’s consent',
    'replace-guardian': 'asked the guardian at a new address',
    'sign-out-account': 'signed the account out everywhere',
  } as Partial<Record<string, string>>,
  at: (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
} as const;
