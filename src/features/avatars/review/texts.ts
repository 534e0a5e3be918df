import type { Verdict } from './schema.ts';

/** All texts of the picture queue. */
export const texts = {
  metaTitle: 'Pictures | Moderation | Kiddo',
  title: 'Moderation',
  fromStart: 'From the oldest',
  age: (hours: number) => (hours < 1 ? 'under an hour old' : hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} d old`),
  late: 'Over 24 hours',
  lead: (waiting: number, late: number) =>
    waiting === 0
      ? 'Nothing waits.'
      : `${waiting} ${waiting === 1 ? 'picture waits' : 'pictures wait'}${late > 0 ? `, ${late} longer than 24 hours` : ''}.`,
  help: 'Approve what is kind and safe for children. Refuse photos of real children, names, numbers, weapons, blood, bare skin and mean words. Nobody else sees a picture before you approve it.',
  empty: 'No pictures wait',
  emptyText: 'Pictures that players bring appear here, the oldest first.',
  shown: { label: 'Which pictures', waiting: 'Waiting', approved: 'Approved' },
  emptyApproved: { title: 'No pictures yet', text: 'Pictures that were approved appear here, the newest first.' },
  back: 'All pictures',
  decide: 'What to do',
  goneTitle: 'This picture waits no more',
  gone: 'Somebody decided about this picture, or its player took it back: there is nothing left to do here.',
  toWaiting: 'What else waits',
  picture: (name: string) => `Picture of ${name}`,
  note: 'Note (for the team; it stays in the log)',
  noteHint: 'Say why when you refuse.',
  noteRequired: 'Write a short note: why?',
  busy: 'Working...',
  verdicts: { approve: 'Approve', refuse: 'Refuse' } satisfies Record<Verdict, string>,
  removePicture: 'Take it away',
  about: (verdict: string, name: string) => `${verdict}: picture of ${name}`,
  successToasts: {
    approve: { title: 'Picture approved', text: 'It may be shown from now on. The player is told.' },
    refuse: { title: 'Picture refused', text: 'It is gone. The player is told kindly.' },
  } satisfies Record<Verdict, { title: string; text: string }>,
  failed: { title: 'That did not work', text: 'Nothing was changed. Load the page again and try once more.' },
} as const;

/** What went wrong with a decision, by error code, and what to do now. */
export const refusals: Partial<Record<string, string>> = {
  'bad-input': texts.noteRequired,
  'not-available': 'Somebody was faster, or the player took it back: there is nothing left to do here. Load the page again.',
  'guardian-required': 'No parent or guardian allows pictures of this player now, or the age is not known yet: refuse it.',
};

/** Notification to the player whose picture waited, and was refused while a guardian does not allow pictures. */
export const closedNotification = {
  title: 'We did not keep your picture',
  message: 'Under 18, pictures of your own need the yes of a parent or guardian. With it, you can upload one again.',
};

/** Notification to the player whose picture was reviewed. @param isWorn whether everybody sees them with it now */
export function getVerdictNotification(verdict: Verdict, isWorn: boolean): { title: string; message: string } {
  const title = 'Your picture is ready';
  if (verdict === 'approve' && isWorn) return { title, message: 'We looked at it and it is great. Everybody can see it now!' };
  return verdict === 'approve'
    ? { title, message: 'We looked at it and it is great. You wear something else at the moment. Choose it now!' }
    : {
        title: 'Please choose another picture',
        message:
          'We cannot show this one: it does not fit our rules for pictures. That happens! Drawings, animals and things you like are always fine.',
      };
}
