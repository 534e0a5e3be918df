import { setTimeout } from 'node:timers/promises';

// What the journey needs of a browser, whatever protocol controls it.

/** How long the journey waits for what a page is to show, in milliseconds: only to tell a fault from a slow machine. */
const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** A browser with one tab. Elements are named by XPath, which every protocol understands; of several, the first visible one is meant. */
export interface EngineBrowser {
  /** Name and version of the browser, as it says. */
  readonly name: string;
  /** What its console said so far, as far as the protocol tells. */
  readonly consoleLines: readonly string[];
  open(url: string): Promise<void>;
  getUrl(): Promise<string>;
  isShown(xpath: string): Promise<boolean>;
  /** Presses an element with the mouse. @returns false if none is visible */
  click(xpath: string): Promise<boolean>;
  /** Types into an empty field. @returns false if none is visible */
  type(xpath: string, text: string): Promise<boolean>;
  /** Evaluates a JavaScript expression in the current frame. */
  evaluate(expression: string): Promise<unknown>;
  /** What follows happens inside of this frame. @returns false if there is none yet */
  enterFrame(xpath: string): Promise<boolean>;
  /** What follows happens in the page itself again. */
  leaveFrames(): Promise<void>;
  /** A picture of the page, as PNG. */
  takeScreenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Repeats a check until it holds: a page changes while it is looked at, so an error is a reason to look again.
 * @throws when it does not hold in time; `what` is what was waited for
 */
export async function waitUntil(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let reason = '';
  while (performance.now() < deadline) {
    try {
      if (await check()) return;
      reason = '';
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    await setTimeout(POLL_MS);
  }
  throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what}${reason}`);
}

/** Waits until an element is visible. */
export async function see(browser: EngineBrowser, xpath: string): Promise<void> {
  await waitUntil(xpath, () => browser.isShown(xpath));
}

/** Waits until no such element is visible any more. */
export async function seeNoMore(browser: EngineBrowser, xpath: string): Promise<void> {
  await waitUntil(`the end of ${xpath}`, async () => !(await browser.isShown(xpath)));
}

/** Presses an element as soon as it is visible. */
export async function press(browser: EngineBrowser, xpath: string): Promise<void> {
  await waitUntil(`${xpath}, to press it`, () => browser.click(xpath));
}

/** Types into a field as soon as it is visible. */
export async function fill(browser: EngineBrowser, xpath: string, text: string): Promise<void> {
  await waitUntil(`${xpath}, to type into it`, () => browser.type(xpath, text));
}

/** Enters frames, one inside of the other, as soon as they are there. */
export async function enterFrames(browser: EngineBrowser, ...xpaths: string[]): Promise<void> {
  await waitUntil(`the frame ${xpaths.join(' / ')}`, async () => {
    await browser.leaveFrames();
    for (const xpath of xpaths) if (!(await browser.enterFrame(xpath))) return false;
    return true;
  });
}

/** Waits for a page with such an address. */
export async function seePage(browser: EngineBrowser, pattern: RegExp): Promise<void> {
  await waitUntil(`an address like ${pattern.source}`, async () => pattern.test(await browser.getUrl()));
  await waitForScripts(browser);
}

/** Opens a page. */
export async function openPage(browser: EngineBrowser, url: string): Promise<void> {
  await browser.open(url);
  await waitForScripts(browser);
}

/** Waits until the page's scripts run: until React has taken over the server's HTML, and the parts that load later are there. */
async function waitForScripts(browser: EngineBrowser): Promise<void> {
  await waitUntil('the scripts of the page', async () => (await browser.evaluate(IS_HYDRATED)) === true);
}

const IS_HYDRATED = `(() => {
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
  const root = key && document[key].stateNode.current;
  return document.readyState === 'complete' && Boolean(root) && root.memoizedState.isDehydrated === false && !document.querySelector('[data-pending]');
})()`;
