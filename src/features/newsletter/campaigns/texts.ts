/** All texts of newsletter campaigns. */
export const texts = {
  metaTitle: 'Newsletter | Kiddo',
  title: 'Newsletter',
  lead: (readers: number) => (readers === 1 ? '1 reader gets new posts by email.' : `${readers} readers get new posts by email.`),
  mail: 'Mail to readers',
  mailPost: (title: string) => `Mail to readers: ${title}`,
  busy: 'Working...',
  figures: (mailed: number, waiting: number) =>
    `Mailed to ${mailed}. ${waiting === 0 ? 'Nobody waits for it.' : `${waiting} did not get it yet.`}`,
  note: 'Each reader gets a post once, however often you press. Pressing again reaches those who joined later.',
  empty: 'No posts yet',
  done: { title: 'On its way', text: 'The mails leave one after the other. The figures here grow meanwhile.' },
  switchedOff: {
    title: 'The newsletter is switched off',
    text: 'No post can be sent now, and what is being sent waits. Nothing is lost.',
    link: 'To the switches',
  },
  failedSwitchedOff: 'No mail was started: the newsletter is switched off.',
  failedTitle: 'That did not work',
  failed: 'No mail was started. Load the page again and try once more.',
} as const;
