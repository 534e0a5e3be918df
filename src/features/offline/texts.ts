import { formatMegabytes } from '../../shared/megabytes.ts';

/** Formats a storage size: in GB from one gigabyte up, otherwise in MB. */
function formatStorageSize(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${formatMegabytes(bytes)} MB`;
}

/** Texts about offline use. Those that any page may show are in banner.texts.ts. */
export const texts = {
  update: { text: 'A new version of Kiddo is ready.', use: 'Use it now' },
  sent: (count: number) => ({
    title: 'Back online',
    text: count === 1 ? 'What you did offline was sent.' : `All ${count} things you did offline were sent.`,
  }),
  refused: (count: number) => ({
    title: 'Not sent',
    text: `${count === 1 ? 'One thing' : `${count} things`} you did offline could not be sent. Maybe the game is gone.`,
  }),
  signedOut: (count: number) => ({
    title: 'Log in to finish',
    text:
      count === 1
        ? 'One thing you did offline waits for you. Log in again, and we send it.'
        : `${count} things you did offline wait for you. Log in again, and we send them.`,
  }),
  logIn: 'Log In',
  gone: (title: string) => ({ title: 'Game removed', text: `${title} cannot be played any more. It is gone from this device.` }),

  keep: {
    keep: (bytes: number) => `Keep for offline (${formatMegabytes(bytes)} MB)`,
    busy: (percent: number) => `Keeping this game... ${percent}%`,
    stop: 'Stop',
    progress: 'How much is kept',
    kept: (bytes: number) => `Kept on this device (${formatMegabytes(bytes)} MB)`,
    renew: (bytes: number) => `Get the new version (${formatMegabytes(bytes)} MB)`,
    remove: 'Remove from this device',
    all: 'All kept games',
    doneToast: { title: 'Game kept', text: 'You can play it without internet.' },
    removedToast: { title: 'Game removed', text: 'It takes no room on this device now.' },
    failedToast: { title: 'Not kept', text: 'The game could not be kept. Check the connection, then try again.' },
    fullToast: { title: 'Not enough room', text: 'Remove another kept game, then try again.' },
    cannotToast: { title: 'Not for offline', text: 'This game only works with internet.' },
  },

  page: {
    title: 'Offline games',
    metaTitle: 'Offline games | Kiddo',
    metaDescription: 'Games you kept on this device, to play without internet.',
    lead: 'Games you keep here work without internet.',
    again: 'Try that page again',
    empty: 'No games kept yet.',
    emptyHint: 'Open a game and press Keep for offline.',
    find: 'Find a game',
    cannot: 'This browser cannot keep games. In a private window that is normal.',
    loading: 'Looking at this device...',
    room: (used: number, free: number | null) =>
      free === null
        ? `Kept games take ${formatMegabytes(used)} MB.`
        : `Kept games take ${formatMegabytes(used)} MB. There is room for about ${formatStorageSize(free)} more.`,
    waiting: (count: number) =>
      `${count === 1 ? '1 thing you did offline waits' : `${count} things you did offline wait`} to be sent. Be online and signed in.`,
    size: (bytes: number) => `${formatMegabytes(bytes)} MB`,
    premium: 'Premium',
    stale: 'Go online once to play this game again.',
    cannotPlay: { title: 'Not now', text: 'The game cannot start. Go online once, then try again.' },
    play: 'Play',
    playAloud: (title: string) => `Play ${title}`,
    remove: 'Remove',
    removeAloud: (title: string) => `Remove ${title}`,
    removeAll: 'Remove all games',
    removeAllSure: 'Remove all? Press again',
    works: 'What works offline',
    worksLines: [
      'Play the games on this page.',
      'Look at pages you visited before, if you accepted all cookies.',
      'Add favorites and rate games on a page that is still open. We send it when you are back online.',
    ],
    not: 'Chat, friends and your profile need internet. We never keep them on the device, so that nobody else can read them.',
  },
} as const;
