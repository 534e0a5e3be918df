import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import sharp from 'sharp';
import type { GameVisit } from './game-browser.ts';
import { createAskTab, ERRORS_MAX, watchGame, type AskTab, type GameEnd, type GameWatch } from './game-watch.ts';

/** How long a game is looked at, in milliseconds. */
export type VisitTiming = {
  /** Until something must have been drawn. */
  firstFrameMs: number;
  /** After that. */
  watchMs: number;
  /** A tab that is asked for something and does not answer for so long is busy. */
  answerMs: number;
  /** A game that drew something and is busy for so much longer does not answer any more. */
  busyMs: number;
};

/** A phone. */
const SCREEN = { width: 360, height: 640, deviceScaleFactor: 1, mobile: true };
const LOOK_MS = 250;
const QUALITY = 70;
/** How far two values of a colour may be apart in a picture of one colour: JPEG makes small differences. */
const SAME_COLOUR = 12;

type VisitOptions = {
  siteOrigin: string;
  timing: VisitTiming;
  /** Aborted when the browser has ended. */
  ended: AbortSignal;
};

/**
 * Opens a game as the site's player does, in a tab with an empty profile, and looks at it.
 * @param browser the session of the browser itself
 * @returns what was seen, and whether the tab could be closed: if not, the browser has to be ended
 */
export async function visitGame(
  browser: CDPSession,
  gameUrl: string,
  { siteOrigin, timing, ended }: VisitOptions,
): Promise<{ visit: Omit<GameVisit, 'bytes'>; isClosed: boolean }> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = browser.connection()?.session(sessionId);
  if (!tab) throw new Error('Chromium opened no tab');
  const page = { url: `${siteOrigin}/games-check-${randomBytes(8).toString('hex')}`, html: frameGame(gameUrl) };
  const askTab = createAskTab(timing.answerMs);
  const watch = await watchGame(tab, { page, gameUrl, askTab });
  const onEnded = () => watch.end.abort({ outcome: 'crashed', reason: String(ended.reason) } satisfies GameEnd);
  ended.addEventListener('abort', onEnded);
  if (ended.aborted) onEnded();
  await askTab(tab.send('Emulation.setDeviceMetricsOverride', SCREEN));
  void askTab(tab.send('Page.navigate', { url: page.url }));
  const { picture, isDrawn, firstFrameMs, silentMs, isFrozen } = await look(tab, watch, timing, askTab);
  ended.removeEventListener('abort', onEnded);
  const isClosed = !isFrozen && (await askTab(browser.send('Target.disposeBrowserContext', { browserContextId }))) !== null;
  const silence = silentMs > 0 ? [`It did not answer for ${Math.round(silentMs / 1000)} s`] : [];
  const end = (watch.end.signal as { reason: GameEnd | undefined }).reason ?? conclude();
  const seen = { picture, firstFrameMs, missingFiles: watch.missingFiles, otherHosts: watch.otherHosts };
  const errors = [...silence, ...watch.errors].slice(0, ERRORS_MAX);
  // What stands where no game is, is a page of the browser.
  const isNone = end.outcome === 'no-answer' || end.outcome === 'our-fault';
  return { visit: { ...end, ...seen, errors, ...(isNone && { picture: null, firstFrameMs: null }) }, isClosed };

  /** What is to be said of a tab that is still there. */
  function conclude(): Pick<GameVisit, 'outcome' | 'reason'> {
    if (isFrozen) return { outcome: 'crashed', reason: 'it stopped answering' };
    if (isDrawn) return { outcome: 'shown', reason: null };
    if (watch.isAnswered) return { outcome: 'nothing-shown', reason: null };
    return { outcome: 'our-fault', reason: `nothing answered within ${Math.round(timing.firstFrameMs / 1000)} s` };
  }
}

type Seen = Pick<GameVisit, 'picture' | 'firstFrameMs'> & {
  /** Whether the picture has more than one colour: then the game has drawn something. */
  isDrawn: boolean;
  /** How long it did not answer after it had drawn something; 0 if it answered soon. */
  silentMs: number;
  /** It did not answer any more. */
  isFrozen: boolean;
};

/** Looks until something is drawn, and then a while longer. Ends early when there is nothing more to see. */
async function look(tab: CDPSession, watch: GameWatch, timing: VisitTiming, askTab: AskTab): Promise<Seen> {
  const { firstFrameMs, watchMs, answerMs, busyMs } = timing;
  const { signal } = watch.end;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  let seen: Picture | null = null;
  let drawnMs = 0;
  while (seen?.isDrawn !== true && !signal.aborted && elapsed() < firstFrameMs) {
    await pause(LOOK_MS);
    const at = elapsed();
    seen = (await takePicture(tab, askTab)) ?? seen;
    drawnMs = Math.round(at);
  }
  if (seen?.isDrawn !== true) return { picture: seen?.bytes ?? null, isDrawn: false, firstFrameMs: null, silentMs: 0, isFrozen: false };
  const { bytes: picture } = seen;
  await pause(watchMs);
  // The browser's own clock is exact; where it saw no content, only a picture that is not of one colour, ours has to do.
  const { openedAt, paintedAt } = watch;
  const exactMs = openedAt === null || paintedAt === null ? drawnMs : Math.max(0, Math.round((paintedAt - openedAt) * 1000));
  if (signal.aborted) return { picture, isDrawn: true, firstFrameMs: exactMs, silentMs: 0, isFrozen: false };
  // Games unpack and compile for long: only one that does not come back is stuck.
  const askedAt = elapsed();
  const answer = await createAskTab(answerMs + busyMs)((watch.frame ?? tab).send('Runtime.evaluate', { expression: '1' }));
  const waitedMs = elapsed() - askedAt;
  const silentMs = waitedMs > answerMs ? waitedMs : 0;
  const isFrozen = answer === null && silentMs > 0 && !signal.aborted;
  const last = signal.aborted || isFrozen ? null : await takePicture(tab, askTab);
  return { picture: last?.isDrawn === true ? last.bytes : picture, isDrawn: true, firstFrameMs: exactMs, silentMs, isFrozen };
}

type Picture = { bytes: Buffer; isDrawn: boolean };

/** @returns null if the tab does not answer; `isDrawn`: there is more to see than one colour */
async function takePicture(tab: CDPSession, askTab: AskTab): Promise<Picture | null> {
  const taken = await askTab(tab.send('Page.captureScreenshot', { format: 'jpeg', quality: QUALITY, captureBeyondViewport: false }));
  if (taken === null) return null;
  const bytes = Buffer.from(taken.data, 'base64');
  const { channels } = await sharp(bytes).stats();
  return { bytes, isDrawn: channels.some(({ min, max }) => max - min >= SAME_COLOUR) };
}

/**
 * The page around a game: as in the site's player (features/games/plays/ui/game-player.tsx), and it answers a game that greets as the player
 * does (use-game-frame.ts), to whom nothing was saved.
 */
function frameGame(gameUrl: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%;background:#fff}iframe{display:block;width:100%;height:100%;border:0}</style>
<script>addEventListener('message', (event) => {
  const frame = document.querySelector('iframe');
  if (!frame || event.source !== frame.contentWindow) return;
  if (event.data?.type === 'hello') frame.contentWindow.postMessage({ kiddo: 1, type: 'saved', data: null, begin: true, showsEnd: true }, '*');
  if (event.data?.type === 'ready') frame.focus({ preventScroll: true });
});</script>
<iframe src="${escapeAttribute(gameUrl)}" sandbox="allow-scripts allow-pointer-lock" allow="fullscreen; autoplay; gamepad" referrerpolicy="no-referrer"></iframe>`;
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
