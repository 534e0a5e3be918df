import type { ScrollResult, PageState } from './crawl-page.ts';
import type { FoundButton } from './crawl-page-buttons.ts';
import { HANG_MS } from './crawl-idle.ts';
import type { Tab } from './crawl-tab.ts';

// One press of a button, like a user's, and its effects.

export type PressResult = {
  /** The effects: on the page, at the server, in the browser. */
  effects: string[];
  issues: string[];
  /** Whether the form reports missing input. */
  saysMissing: boolean;
  /** The page's state right afterwards, if it could be determined at once. */
  state: PageState | null;
  /** Whether something was sent to the server. */
  sent: boolean;
  /** The requested paths. */
  requestedPaths: string[];
  /** Why it could not be pressed. */
  failure?: string;
  /** It disappeared between the snapshot and the press. */
  isRemoved?: boolean;
  /** What the page still does, if it never becomes idle. */
  stillBusy?: string;
};

/** Presses a button. A button that was rendered again meanwhile counts as the same one. @param words the user's own texts, to be ignored */
export async function press(tab: Tab, button: FoundButton, fill: boolean, words: string[]): Promise<PressResult> {
  const done = await pressOnce(tab, button, fill);
  if (!done.isRemoved) return done;
  const looked = await tab.snapshot(words).catch(() => null);
  const same = looked?.buttons.find(({ kind }) => kind === button.kind);
  return same ? pressOnce(tab, same, fill) : done;
}

/** Scrolls to a button. @returns what covers it once the page is idle */
export async function scrollToButton(tab: Tab, at: number): Promise<ScrollResult> {
  const now = () => tab.page.evaluate((nth) => window.crawl.scrollTo(nth), at);
  const reached = await now();
  if (reached.coveredBy === null) return reached;
  // The first scrolling may load content, which moves the other elements.
  await tab.untilIdle();
  return now();
}

async function pressOnce(tab: Tab, { at }: FoundButton, fill: boolean): Promise<PressResult> {
  const { page, traffic } = tab;
  const found: PressResult = { effects: [], issues: [], saysMissing: false, state: null, sent: false, requestedPaths: [] };
  const drainTraffic = () => {
    const { faults, happened, sent, asked } = traffic.drain();
    found.issues.push(...faults);
    found.requestedPaths.push(...asked);
    found.sent ||= sent;
    return happened;
  };
  try {
    if (fill) await page.evaluate((nth) => window.crawl.fill(nth), at);
    const { coveredBy: over, middle } = await scrollToButton(tab, at);
    if (over !== null) return { ...found, failure: `this lies over it: ${over}` };
    // Effects of hovering must not count as effects of the press.
    if (middle) await page.mouse.move(middle.x, middle.y);
    const busy = await tab.untilIdle();
    if (busy !== null) found.stillBusy = busy;
    drainTraffic();
    const pressed = await page.evaluateHandle((nth) => {
      window.crawlIdle.ignoreRunningTimers();
      window.crawl.startRecording(nth);
      return window.crawl.element(nth) ?? null;
    }, at);
    const handle = pressed.asElement();
    if (!handle) return { ...found, failure: 'it is gone', isRemoved: true };
    await handle.click({ timeout: HANG_MS, noWaitAfter: true });
  } catch (error) {
    const trouble = String(error).replaceAll(/\s+/g, ' ').slice(0, 400);
    return { ...found, failure: trouble, isRemoved: / not attached/.test(trouble) };
  }
  const happened: string[] = [];
  const readResult = async (patient: boolean) => {
    const busy = await tab.untilIdle({ patient });
    if (busy !== null) found.stillBusy = busy;
    const { effects, saysMissing, state } = (await tab.readEffects()) ?? { effects: ['another page'], saysMissing: false, state: null };
    happened.push(...drainTraffic());
    Object.assign(found, { effects: [...effects, ...happened], saysMissing, state });
  };
  await readResult(false);
  if (found.effects.length === 0) await readResult(true);
  return found;
}
