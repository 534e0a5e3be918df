import { enterFrames, fill, openPage, press, see, seeNoMore, seePage, waitUntil, type EngineBrowser } from './engine-browser.ts';

/** What a step works with. */
export type Visit = {
  browser: EngineBrowser;
  /** The site's address, without a slash at its end. */
  origin: string;
  /** A friend of the demo player who signs in. */
  friend: { id: string; displayName: string };
  /** Ends the site: from then on there is no network. */
  stopSite(): Promise<void>;
};

/** A step of the journey; `run` returns why this engine cannot do it, or nothing. */
export type Step = { name: string; run(visit: Visit): Promise<string | void> };

/** A button, link or option with this name. */
const named = (element: string, name: string) => `//${element}[normalize-space()='${name}' or @aria-label='${name}']`;
const PLAYER_FRAME = `//*[contains(@class, 'player')]//iframe[contains(@class, 'shown')]`;
const IS_READY = `document.documentElement.dataset.ready === 'true'`;
const GAME = 'kite-club';

/** One visit, from finding a game to playing it without a network. The last step ends the site. */
export const JOURNEY: readonly Step[] = [
  {
    name: 'accept cookies',
    async run({ browser, origin }) {
      await openPage(browser, `${origin}/`);
      await press(browser, named('button', 'Accept all'));
      await seeNoMore(browser, named('button', 'Accept all'));
    },
  },
  {
    name: 'find a game with a slip in its name',
    async run({ browser }) {
      await fill(browser, `//input[@name='q']`, 'bublle');
      await press(browser, `//*[@role='option'][contains(., 'Bubble Baobab')]`);
      await seePage(browser, /\/games\/bubble-baobab$/);
      await see(browser, named('h1', 'Bubble Baobab'));
    },
  },
  { name: 'play it, and close it', run: playAndClose },
  {
    name: 'sign in',
    async run({ browser, origin }) {
      await openPage(browser, `${origin}/login`);
      await fill(browser, `//input[@name='identifier']`, 'amina');
      await fill(browser, `//input[@name='password']`, 'kiddo-demo');
      await press(browser, named('button', 'Sign In'));
      await see(browser, `//button[starts-with(@aria-label, 'Notifications')]`);
    },
  },
  {
    name: 'write to a friend',
    async run({ browser, origin, friend }) {
      const text = 'Shall we play Kite Club?';
      const message = `//*[contains(@class, 'message')]//p[normalize-space()='${text}']`;
      await openPage(browser, `${origin}/friends?chat=${friend.id}`);
      await fill(browser, `//textarea[@aria-label='Message ${friend.displayName}']`, text);
      await press(browser, named('button', 'Send'));
      await see(browser, message);
      // What is there after loading it again has reached the server.
      await seeNoMore(browser, `//*[normalize-space()='Sending...']`);
      await openPage(browser, `${origin}/friends?chat=${friend.id}`);
      await see(browser, message);
    },
  },
  {
    name: 'pay for Premium at the sandbox provider',
    async run({ browser, origin }) {
      await openPage(browser, `${origin}/subscription`);
      await press(browser, `//label[.//input[@type='radio'][@value='card']]`);
      await press(browser, named('button', 'Choose Premium'));
      await seePage(browser, /\/till\/kd-/);
      await press(browser, named('button', 'Pay'));
      await seePage(browser, /\/subscription/);
      await see(browser, `//section[.//h2[normalize-space()='Premium']]//*[normalize-space()='Active']`);
    },
  },
  { name: 'save a game, and play it without a network', run: playOffline },
];

async function playAndClose({ browser }: Visit): Promise<void> {
  await press(browser, named('a', 'Play'));
  await enterFrames(browser, PLAYER_FRAME);
  await startGame(browser);
  await browser.leaveFrames();
  // A message may have a button of the same name.
  await press(browser, `//*[contains(@class, 'player-bar')]${named('button', 'Close')}`);
  await seeNoMore(browser, PLAYER_FRAME);
}

/** Starts the game in the current frame: from its title card, if it shows one. */
async function startGame(browser: EngineBrowser): Promise<void> {
  await waitUntil('the game', async () => (await browser.evaluate(IS_READY)) === true);
  await waitUntil('the game to run', async () => {
    await browser.click(`//button[contains(@class, 'kk-go')]`);
    return (await browser.evaluate(`document.documentElement.dataset.state`)) === 'playing';
  });
}

async function playOffline({ browser, origin, stopSite }: Visit): Promise<string | void> {
  await openPage(browser, `${origin}/games/${GAME}`);
  if ((await browser.evaluate(`'serviceWorker' in navigator && 'caches' in window`)) !== true)
    return 'this browser has no service worker or no cache, and the button is not shown';
  await press(browser, `//button[starts-with(normalize-space(), 'Keep for offline')]`);
  await see(browser, `//*[contains(@class, 'keep-state')][contains(., 'Kept on this device')]`);
  await waitUntil('the service worker', async () => (await browser.evaluate('navigator.serviceWorker.controller !== null')) === true);
  await stopSite();
  await openPage(browser, `${origin}/offline`);
  await press(browser, named('button', 'Play Kite Club'));
  await enterFrames(browser, PLAYER_FRAME, '//iframe');
  await startGame(browser);
  await browser.leaveFrames();
}
