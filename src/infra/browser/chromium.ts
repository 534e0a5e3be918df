import puppeteer, { TargetType, type CDPSession } from 'puppeteer-core';
import { startChromium, type ChromiumProcess } from './chromium-process.ts';
import type { GameBrowser, GameVisit } from './game-browser.ts';
import { startGamesProxy, type GamesProxy } from './games-proxy.ts';
import { visitGame, type VisitTiming } from './game-visit.ts';
import type { GameBrowserSettings } from './open.ts';

/** How long a game is looked at, unless a test says otherwise. */
const TIMING: VisitTiming = { firstFrameMs: 20_000, watchMs: 5_000, answerMs: 8_000, busyMs: 20_000 };
/** Chromium starts within this time, also on a busy machine, in milliseconds. */
const START_MS = 60_000;

const AS_ROOT =
  'Chromium runs without its own sandbox, because Kiddo runs as root: then a game that finds a fault in Chromium has the whole machine. Run Kiddo as a user of its own.';

/** Chromium ended before the game was open. */
const NOTHING_SEEN: Omit<GameVisit, 'bytes' | 'reason'> = {
  outcome: 'crashed',
  firstFrameMs: null,
  errors: [],
  missingFiles: [],
  otherHosts: [],
  picture: null,
};

/** `ended`: the reason is what ended it, in words. */
type Running = { process: ChromiumProcess; browser: CDPSession; ended: AbortSignal };

/**
 * Starts Chromium. A browser that ended, or that had to be ended, is started again for the next game.
 * @throws if it does not start: the message has what it said
 */
export async function launchGameBrowser(program: string, settings: GameBrowserSettings): Promise<GameBrowser> {
  const { siteOrigin, gamesOrigin, gamesUrl, log, timing = TIMING } = settings;
  const isContained = process.getuid?.() !== 0;
  if (!isContained) log.warn(AS_ROOT);
  const proxy = await startGamesProxy(gamesOrigin, gamesUrl);
  let running: Running | null;
  try {
    running = await start(program, proxy, isContained);
  } catch (error) {
    await proxy.close();
    throw error;
  }
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** What a closed browser saw last says nothing about the game. */
  const refuseClosed = () => {
    if (isClosed) throw new Error('this browser was closed');
  };

  async function visit(url: string): Promise<GameVisit> {
    refuseClosed();
    if (URL.parse(url)?.origin !== new URL(gamesOrigin).origin) throw new Error('only games of our own origin are opened');
    if (running?.ended.aborted) await stop();
    running ??= await start(program, proxy, isContained);
    const { browser, ended } = running;
    running.process.pipe.startVisit();
    const before = proxy.bytes();
    try {
      refuseClosed();
      const { visit: seen, isClosed: isTabClosed } = await visitGame(browser, url, { siteOrigin, timing, ended });
      refuseClosed();
      if (!isTabClosed) await stop();
      return { ...seen, bytes: proxy.bytes() - before };
    } catch (error) {
      await stop();
      refuseClosed();
      if (!ended.aborted) throw error;
      return { ...NOTHING_SEEN, reason: String(ended.reason), bytes: proxy.bytes() - before };
    }
  }

  async function stop(): Promise<void> {
    const stopped = running;
    running = null;
    await stopped?.process.end();
  }

  return {
    visit(url) {
      const visited = queue.then(() => visit(url));
      queue = visited.catch(() => {});
      return visited;
    },
    async close() {
      isClosed = true;
      // Also ends the visit that goes on.
      await running?.process.end();
      await queue;
      await stop();
      await proxy.close();
    },
  };
}

async function start(program: string, { port }: GamesProxy, isContained: boolean): Promise<Running> {
  const chromium = await startChromium(program, port, isContained);
  try {
    const connected = await puppeteer.connect({
      transport: chromium.pipe.transport,
      defaultViewport: null,
      protocolTimeout: START_MS,
      // It watches no page for us: we drive each one through a session of our own.
      targetFilter: (target) => target.type() === TargetType.BROWSER,
    });
    const ended = new AbortController();
    connected.once('disconnected', () => ended.abort(chromium.pipe.fault() ?? 'Chromium ended'));
    return { process: chromium, browser: await connected.target().createCDPSession(), ended: ended.signal };
  } catch (error) {
    await chromium.end();
    throw new Error(`Chromium (${program}) did not start: ${chromium.lastWords() || (error as Error).message}`, { cause: error });
  }
}
