import type { FoundButton, Reached, State } from './crawl-page.ts';
import { HANG_MS } from './crawl-idle.ts';
import type { Tab } from './crawl-tab.ts';

// One press of a button, as a person does it, and what comes of it.

export type Pressing = {
  /** What was felt: on the page, at the server, by the browser. */
  effects: string[];
  faults: string[];
  /** Whether the form says what is missing. */
  saysMissing: boolean;
  /** What the page was like then, where that could be told at once. */
  state: State | null;
  /** Something was sent to the server. */
  sent: boolean;
  /** The paths that were asked for. */
  asked: string[];
  /** Why it could not be pressed. */
  trouble?: string;
  /** It went away between the look and the press. */
  isGone?: boolean;
  /** What the page still does, where it never comes to rest. */
  hangs?: string;
};

/** Presses a button. One that is drawn anew meanwhile is the same button. @param words that stand for nobody (Tab.look) */
export async function press(tab: Tab, button: FoundButton, fill: boolean, words: string[]): Promise<Pressing> {
  const done = await pressNow(tab, button, fill);
  if (!done.isGone) return done;
  const looked = await tab.look(words).catch(() => null);
  const same = looked?.buttons.find(({ kind }) => kind === button.kind);
  return same ? pressNow(tab, same, fill) : done;
}

/** Scrolls to a button, and what lies over it once the page is at rest. */
export async function reach(tab: Tab, at: number): Promise<Reached> {
  const now = () => tab.page.evaluate((nth) => window.crawl.reach(nth), at);
  const reached = await now();
  if (reached.over === null) return reached;
  // The first time the page was scrolled: what comes then moves the others.
  await tab.untilIdle();
  return now();
}

async function pressNow(tab: Tab, { at }: FoundButton, fill: boolean): Promise<Pressing> {
  const { page, traffic } = tab;
  const found: Pressing = { effects: [], faults: [], saysMissing: false, state: null, sent: false, asked: [] };
  const note = () => {
    const { faults, happened, sent, asked } = traffic.take();
    found.faults.push(...faults);
    found.asked.push(...asked);
    found.sent ||= sent;
    return happened;
  };
  try {
    if (fill) await page.evaluate((nth) => window.crawl.fill(nth), at);
    const { over, middle } = await reach(tab, at);
    if (over !== null) return { ...found, trouble: `this lies over it: ${over}` };
    // What comes of pointing at it alone is not what comes of the press.
    if (middle) await page.mouse.move(middle.x, middle.y);
    const busy = await tab.untilIdle();
    if (busy !== null) found.hangs = busy;
    note();
    const pressed = await page.evaluateHandle((nth) => {
      window.crawlIdle.begin();
      window.crawl.watch(nth);
      return window.crawl.element(nth) ?? null;
    }, at);
    const handle = pressed.asElement();
    if (!handle) return { ...found, trouble: 'it is gone', isGone: true };
    await handle.click({ timeout: HANG_MS, noWaitAfter: true });
  } catch (error) {
    const trouble = String(error).replaceAll(/\s+/g, ' ').slice(0, 400);
    return { ...found, trouble, isGone: / not attached/.test(trouble) };
  }
  const happened: string[] = [];
  const felt = async (patient: boolean) => {
    const busy = await tab.untilIdle({ patient });
    if (busy !== null) found.hangs = busy;
    const { effects, saysMissing, state } = (await tab.felt()) ?? { effects: ['another page'], saysMissing: false, state: null };
    happened.push(...note());
    Object.assign(found, { effects: [...effects, ...happened], saysMissing, state });
  };
  await felt(false);
  if (found.effects.length === 0) await felt(true);
  return found;
}
