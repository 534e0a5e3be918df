import type { AgeBand } from '../../../shared/permissions.ts';
import type { ModerationCategory } from '../../safety/filter/schema.ts';
import type { UploadedPictureEntry } from './schema.ts';

/** What the filter refused, in the words of the team. */
const kinds: Record<ModerationCategory, string> = {
  profanity: 'bad words',
  sexual: 'sexual words',
  bullying: 'unkind words',
  threat: 'threats',
  phone: 'phone numbers',
  email: 'email addresses',
  link: 'links',
  handle: 'names on other apps',
  'meet-elsewhere': 'meeting or writing elsewhere',
  address: 'where somebody lives',
  payment: 'payment details',
  grooming: 'words of grooming',
  pictures: 'asking for pictures',
  secrecy: 'secrets',
  blackmail: 'blackmail',
  credentials: 'passwords or codes',
  'private-place': 'a private place to talk',
  whereabouts: 'where somebody is',
  unreadable: 'texts that cannot be read',
};

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Texts of what the team knows of a player. */
export const texts = {
  title: 'In numbers',
  age: 'Age',
  ages: { 13: '13 to 15', 16: '16 or 17', 18: '18 or older' } satisfies Record<AgeBand, string>,
  noAge: 'Not said yet',
  reportsSent: 'Reported others',
  sent: ({ count, upheld }: { count: number; upheld: number }) => (count === 0 ? 'Never' : `${times(count)}, ${upheld} led to something`),
  reportsReceived: 'Was reported',
  received: ({ count, reporters }: { count: number; reporters: number }) =>
    count === 0 ? 'Never' : `${times(count)}, by ${reporters} ${reporters === 1 ? 'player' : 'players'}`,
  friends: 'Friends',
  refused: 'Filter in 30 days',
  refusedHint: 'Of what the filter refused, only kinds that may mean danger are counted, and no texts are kept.',
  noRefused: 'Nothing that may mean danger',
  refusedKind: ({ kind, times: count }: { kind: string; times: number }) =>
    `${count} × ${Object.hasOwn(kinds, kind) ? kinds[kind as ModerationCategory] : kind}`,
  devices: 'Signed in',
  noDevices: 'Nowhere',
  device: ({ browser, system }: { browser: string | null; system: string | null }) =>
    browser === null && system === null ? 'a device' : [browser, system].filter((part) => part !== null).join(' on '),
  lastSeen: (iso: string) => `last ${iso.slice(0, 16).replace('T', ' ')} UTC`,
  payments: 'Payments',
  noPayments: 'None',
  paid: ({ count, totalMinor, lastAt }: { count: number; totalMinor: number; lastAt: string | null }) =>
    `KSH ${(totalMinor / 100).toLocaleString('en', { maximumFractionDigits: 2 })} in ${count}${lastAt === null ? '' : `, last on ${lastAt.slice(0, 10)}`}`,
  names: 'Names before',
  until: (iso: string) => `until ${iso.slice(0, 10)}`,
  pictures: 'Pictures',
  pictureStates: { waiting: 'waits', approved: 'approved', refused: 'refused', deleted: 'deleted' } satisfies Record<
    UploadedPictureEntry['state'],
    string
  >,
  picture: (state: string, iso: string) => `${state}, of ${iso.slice(0, 10)}`,
  notes: 'Notes of the team',
  noNotes: 'No notes yet.',
  noteLabel: 'A note for the team',
  noteHint: 'For the team, and for the police if the case is marked for them. It cannot be changed.',
  noteRequired: 'Write what the team should know.',
  keepNote: 'Keep the note',
  busy: 'Working...',
  noteKept: { title: 'Kept', text: 'The team sees your note.' },
} as const;
