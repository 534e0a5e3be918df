import type { StoredItem } from './schema.ts';

/** Texts around the list of stored items. */
export const texts = {
  title: 'Everything that is kept in your browser',
  secure: 'Where our address begins with https, the names of the first six begin with __Host-: then no other site can set them.',
  needed: 'Needed',
  convenient: 'Only if you accept all',
  where: 'Where',
  lasts: 'How long',
} as const;

const DEVICE_STORAGE = { where: 'this device', lasts: 'Until you delete it in your browser' } as const;
const OFFLINE_STORAGE = { where: 'this device', lasts: 'Until you reject, keep no game, and turn off notifications here' } as const;
const TAB_STORAGE = { where: 'this tab', lasts: 'Until you close the tab' } as const;
const LIST_POSITION_STORAGE = { where: 'this tab', lasts: 'Until you close the tab, reject, or sign out' } as const;

/** Everything that is stored in the browser, and why; a test compares it with the code. */
export const STORED_ITEMS: readonly StoredItem[] = [
  {
    name: 'kiddo_session',
    where: 'cookie',
    needed: true,
    purpose: 'Keeps you signed in.',
    lasts: 'Until you sign out or close the browser, 24 hours at most; 30 days with “Remember me”',
  },
  {
    name: 'kiddo_device',
    where: 'cookie',
    needed: true,
    purpose: 'Shows that you signed in here before, so that somebody who guesses at your password does not lock you out.',
    lasts: '365 days',
  },
  {
    name: 'kiddo_claim',
    where: 'cookie',
    needed: true,
    purpose: 'Shows that it was you who signed up, when you open the link in our email.',
    lasts: '7 days',
  },
  {
    name: 'kiddo_birth',
    where: 'cookie',
    needed: true,
    purpose: 'Keeps the first answer to “When were you born?” of this device, which counts for a day.',
    lasts: '24 hours',
  },
  {
    name: 'kiddo_reset',
    where: 'cookie',
    needed: true,
    purpose: 'Keeps the link of our email while you choose a new password.',
    lasts: '1 hour',
  },
  {
    name: 'kiddo_change',
    where: 'cookie',
    needed: true,
    purpose: 'Makes sure that you see at once what you have just changed.',
    lasts: '1 minute',
  },
  {
    name: 'kiddo.state',
    where: 'cookie',
    needed: true,
    purpose: 'Protects you on the way to Google and back, if you sign in with Google.',
    lasts: '5 minutes',
  },
  {
    name: 'kiddo.two_factor',
    where: 'cookie',
    needed: true,
    purpose: 'Shows that you gave your password, while you type the code of your app.',
    lasts: '10 minutes, or until you typed the code',
  },
  {
    name: 'kiddo.dont_remember',
    where: 'cookie',
    needed: true,
    purpose: 'Beside the one before: that you did not choose “Remember me”.',
    lasts: 'Until you typed the code or close the browser',
  },
  { name: 'cookie_consent', where: 'cookie', needed: true, purpose: 'Remembers your choice about cookies.', lasts: '365 days' },
  {
    name: 'kiddo_saver',
    where: 'cookie',
    needed: true,
    purpose: 'Remembers whether you switched data saving on or off.',
    lasts: '365 days',
  },
  {
    name: 'kiddo_closed',
    where: 'cookie',
    needed: true,
    purpose: 'Remembers which announcements at the top you closed, so that they stay closed.',
    lasts: '60 days',
  },
  { name: 'kiddo-theme', needed: true, purpose: 'The light or dark theme, if you choose one.', ...DEVICE_STORAGE },
  { name: 'kiddo-cost', needed: true, purpose: 'Whether pages show what data costs, if you choose.', ...DEVICE_STORAGE },
  {
    name: 'kiddo-case-keys',
    needed: true,
    purpose: 'For our own team: whether single keys move in the list of what waits.',
    ...DEVICE_STORAGE,
  },
  {
    name: 'kiddo-game:*',
    needed: true,
    purpose:
      'What you reached and set in a game you play, for each player of this device. If you are signed in, your account keeps what you reached too. Without signing in it stays here; if you sign in later and open the game, your account can take it over.',
    where: 'this device',
    lasts: 'Until you delete it in your browser; without “Remember me” until you sign out',
  },
  {
    name: 'kiddo-save-owner',
    needed: true,
    purpose: 'Whose best scores games use here, as a sign that names nobody.',
    where: 'this device',
    lasts: 'Until you sign out, or somebody else signs in',
  },
  {
    name: 'kiddo:mine:draft:*',
    needed: true,
    purpose: 'A message you began and did not send yet. Gone when you sign out.',
    ...TAB_STORAGE,
  },
  {
    name: 'kiddo:mine:unsent:*',
    needed: true,
    purpose: 'A message that did not get through, so that you can send it again. Gone when you sign out.',
    ...TAB_STORAGE,
  },
  {
    name: 'kiddo:mine:avatar:*',
    needed: true,
    purpose: 'What you chose for your avatar and did not save yet. Gone when you sign out.',
    ...TAB_STORAGE,
  },
  {
    name: 'react-router-manifest-version',
    needed: true,
    purpose: 'After we update Kiddo: that your page was loaded anew, so that it does not load for ever.',
    ...TAB_STORAGE,
  },
  {
    name: 'kiddo-owner',
    needed: true,
    purpose: 'Whose things are kept here, so that they go when somebody else signs in.',
    where: 'this device',
    lasts: 'Until you sign out',
  },
  {
    name: 'kiddo-games',
    needed: true,
    purpose: 'Games that you chose to keep for times without internet.',
    where: 'this device',
    lasts: 'Until you remove them; premium games only until you sign out',
  },
  {
    name: 'kiddo-waiting',
    needed: true,
    purpose: 'What you did without internet, until it is sent to us.',
    where: 'this device',
    lasts: 'Until it is sent, you sign out, or somebody else signs in',
  },
  {
    name: '/sw.js',
    needed: false,
    purpose:
      'A small program of ours that answers when there is no internet, and shows notifications if you turn them on; also if you keep a game, or install Kiddo.',
    ...OFFLINE_STORAGE,
  },
  {
    name: 'kiddo-shell:*',
    needed: false,
    purpose: 'The page that opens without internet; also if you keep a game, install Kiddo, or turn on notifications.',
    ...OFFLINE_STORAGE,
  },
  {
    name: 'kiddo-pages',
    needed: false,
    purpose: 'The last 30 public pages you looked at, as everybody sees them, to open them without internet.',
    where: 'this device',
    lasts: 'Until you reject, sign out, or somebody else signs in',
  },
  {
    name: 'kiddo-files',
    needed: false,
    purpose: 'Pictures and parts of these pages.',
    where: 'this device',
    lasts: 'Until you reject, sign out, or somebody else signs in',
  },
  {
    name: 'kiddo-list:*',
    needed: false,
    purpose: 'A list of games as it was, so that Back takes you to your place in it.',
    ...LIST_POSITION_STORAGE,
  },
  { name: 'react-router-scroll-positions', needed: false, purpose: 'How far down you were on a page.', ...LIST_POSITION_STORAGE },
];
