import type { FoundButton } from './crawl-page.ts';
import { HANG_MS } from './crawl-idle.ts';
import type { Tab } from './crawl-tab.ts';

// One press of a button, as a person does it, and what comes of it.

export type Pressing = {
  /** What was felt: on the page, at the server, by the browser. */
  effects: string[];
  faults: string[];
  /** Whether the form says what is missing. */
  saysMissing: boolean;
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

/** What lies over a button, once the page is at rest. */
export async function overOf(tab: Tab, at: number): Promise<string | null> {
  const over = () => tab.page.evaluate((nth) => window.crawl.over(nth), at);
  if ((await over()) === null) return null;
  // The first time the page was scrolled: what comes then moves the others.
  await tab.untilIdle();
  return over();
}

async function pressNow(tab: Tab, { at }: FoundButton, fill: boolean): Promise<Pressing> {
  const { page, traffic } = tab;
  const found: Pressing = { effects: [], faults: [], saysMissing: false, sent: false, asked: [] };
  const note = () => {
    const { faults, happened, sent, asked } = traffic.take();
    found.faults.push(...faults);
    found.asked.push(...asked);
    found.sent ||= sent;
    return happened;
  };
  const handle = (await page.evaluateHandle((nth) => window.crawl.element(nth) ?? null, at)).asElement();
  if (!handle) return { ...found, trouble: 'it is gone', isGone: true };
  try {
    if (fill) await page.evaluate((nth) => window.crawl.fill(nth), at);
    const over = await overOf(tab, at);
    if (over !== null) return { ...found, trouble: `this lies over it: ${over}` };
    await handle.hover({ timeout: HANG_MS });
    const busy = await tab.untilIdle();
    if (busy !== null) found.hangs = busy;
    note();
    await page.evaluate((nth) => {
      window.crawlIdle.begin();
      window.crawl.watch(nth);
    }, at);
    await handle.click({ timeout: HANG_MS, noWaitAfter: true });
  } catch (error) {
    const trouble = String(error).replaceAll(/\s+/g, ' ').slice(0, 400);
    return { ...found, trouble, isGone: / not attached/.test(trouble) };
  }
  const happened: string[] = [];
  const felt = async (patient: boolean) => {
    const busy = await tab.untilIdle({ patient });
    if (busy !== null) found.hangs = busy;
    const another = { effects: ['another page'], saysMissing: false };
    const changes = await page.evaluate(() => ('crawl' in window ? window.crawl.changes() : null)).catch(() => null);
    happened.push(...note());
    const { effects, saysMissing } = changes ?? another;
    Object.assign(found, { effects: [...effects, ...happened], saysMissing });
  };
  await felt(false);
  if (found.effects.length === 0) await felt(true);
  return found;
}
