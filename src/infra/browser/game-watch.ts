import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { GameVisit } from './game-browser.ts';

/** Of a visit. */
export const ERRORS_MAX = 10;
const ERROR_LENGTH_MAX = 200;
const FILES_MAX = 10;
const HOSTS_MAX = 20;
const PATH_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 200;
/** Of an address, no more is read: a game can make one as long as it likes. */
const ADDRESS_LENGTH_MAX = 500;
/** Requests whose files are remembered until they have failed. */
const REQUESTS_MAX = 10_000;
/** What stands where no game is, is shown before or after it is said why, in milliseconds. */
const WHY_MS = 1000;

/** What is known about a game while it is open. */
export type GameWatch = Pick<GameVisit, 'errors' | 'missingFiles' | 'otherHosts'> & {
  /** Aborted when there is nothing more to see; the reason is what happened. */
  end: AbortController;
  /** When its page was asked for, and when its first content was painted, in seconds of the browser's clock. */
  openedAt: number | null;
  paintedAt: number | null;
  /** Whether anything has answered the request for its page. */
  isAnswered: boolean;
  /** The session of the process that the game runs in, once there is one of its own. */
  frame: CDPSession | null;
};

type WatchOptions = {
  /** The page around the game, which exists nowhere but here. */
  page: { url: string; html: string };
  gameUrl: string;
  askTab: AskTab;
};

/** Why there is nothing more to see. */
export type GameEnd = { outcome: Extract<GameVisit['outcome'], 'no-answer' | 'crashed' | 'our-fault'>; reason: string };

/** Asks a tab for something. It may end, or hang, at any moment: then the answer is null. */
export type AskTab = <T>(answer: Promise<T>) => Promise<T | null>;

/** @param answerMs a tab that does not answer for so long does not answer at all, in milliseconds */
export function createAskTab(answerMs: number): AskTab {
  return async (answer) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, answerMs, null)));
    try {
      return await Promise.race([answer.catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Watches a tab, and everything that opens in it, from before its first request on. Requests to other origins are refused. What a game
 * writes and sends decides nothing.
 */
export async function watchGame(tab: CDPSession, { page, gameUrl, askTab }: WatchOptions): Promise<GameWatch> {
  const watch: GameWatch = {
    errors: [],
    missingFiles: [],
    otherHosts: [],
    end: new AbortController(),
    openedAt: null,
    paintedAt: null,
    isAnswered: false,
    frame: null,
  };
  const { origin } = new URL(gameUrl);
  /** The frame of the game, and the request for its page. */
  const game: { frameId: string | null; requestId: string | null } = { frameId: null, requestId: null };
  /** Names of files by request. Nothing else of requests is kept: a game can make them as long as it likes. */
  const files = new Map<string, string>();
  const endWith = (outcome: GameEnd['outcome'], reason: string) =>
    watch.end.abort({ outcome, reason: toLine(reason, REASON_LENGTH_MAX) } satisfies GameEnd);
  /** Once its page has come, where it leads is its own doing. */
  const getBlamed = (isOurs: boolean) => (isOurs && !watch.isAnswered ? 'our-fault' : 'no-answer');

  const noteHost = (address: string) => {
    if (address === page.url || !/^(https?|wss?):/.test(address)) return;
    const url = parseStart(address);
    if (!url || url.origin === origin) return;
    if (!watch.otherHosts.includes(url.hostname) && watch.otherHosts.length < HOSTS_MAX) watch.otherHosts.push(url.hostname.slice(0, 253));
  };
  const toFile = (address: string) => {
    const url = address.startsWith(`${origin}/`) ? parseStart(address) : null;
    return url && nameFile(url, gameUrl);
  };
  const noteMissing = (file: string | null | undefined, status: number) => {
    if (file === null || file === undefined || watch.missingFiles.length >= FILES_MAX) return;
    if (!watch.missingFiles.some(({ path: known }) => known === file)) watch.missingFiles.push({ path: file, status });
  };

  async function answerRequest(session: CDPSession, { requestId, request }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    if (request.url === page.url) {
      const body = Buffer.from(page.html).toString('base64');
      const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
      await askTab(session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }));
    } else if (request.url.startsWith(`${origin}/`)) {
      await askTab(session.send('Fetch.continueRequest', { requestId }));
    } else {
      noteHost(request.url);
      await askTab(session.send('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' }));
    }
  }

  function listen(session: CDPSession): void {
    session.on('sessionattached', (child: CDPSession) => void attach(child));
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.targetId === game.frameId) watch.frame = session.connection()?.session(sessionId) ?? null;
    });
    session.on('Inspector.targetCrashed', () => endWith('crashed', 'its tab crashed'));
    session.on('Fetch.requestPaused', (event) => void answerRequest(session, event));
    session.on('Page.frameAttached', ({ frameId }) => {
      game.frameId ??= frameId;
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== game.frameId || !frame.url.startsWith('chrome-error:')) return;
      const blamed = getBlamed(true);
      void wait(WHY_MS).then(() => endWith(blamed, 'an error page of Chromium'));
    });
    session.on('Page.lifecycleEvent', ({ frameId, name, timestamp }) => {
      if (frameId === game.frameId && name === 'firstContentfulPaint') watch.paintedAt ??= timestamp;
    });
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, timestamp, redirectResponse }) => {
      noteHost(request.url);
      const file = files.size < REQUESTS_MAX ? toFile(request.url) : null;
      if (file !== null) files.set(requestId, file);
      if (type !== 'Document' || frameId !== game.frameId) return;
      if (redirectResponse) watch.isAnswered = true;
      watch.openedAt ??= timestamp;
      game.requestId = requestId;
    });
    // What a game's own policy refuses is sometimes no request.
    session.on('Audits.issueAdded', ({ issue }) => noteHost(issue.details.contentSecurityPolicyIssueDetails?.blockedURL ?? ''));
    session.on('Network.webSocketCreated', ({ url }) => noteHost(url));
    session.on('Network.responseReceived', ({ requestId, response: { url, status } }) => {
      if (requestId === game.requestId) {
        if (status >= 400) endWith(getBlamed(status === 429 || status >= 500), `status ${status}`);
        watch.isAnswered = true;
      } else if (status >= 400) noteMissing(toFile(url), status);
    });
    session.on('Network.loadingFailed', ({ requestId, canceled, errorText }) => {
      if (canceled) return;
      if (requestId === game.requestId) endWith(getBlamed(true), errorText);
      else noteMissing(files.get(requestId), 0);
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      const text = describeError(exceptionDetails);
      if (watch.errors.length < ERRORS_MAX && !watch.errors.includes(text)) watch.errors.push(text);
      // A game that throws without end would send them all.
      if (watch.errors.length >= ERRORS_MAX) void askTab(session.send('Runtime.disable'));
    });
  }

  /** Nothing in a new frame or worker runs before this is done. */
  async function attach(session: CDPSession): Promise<void> {
    listen(session);
    const always = [
      session.send('Network.enable', { maxTotalBufferSize: 1000, maxResourceBufferSize: 1000 }),
      session.send('Runtime.enable'),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ];
    // Workers have no pages; what they ask for is refused by the proxy.
    const inFrames = [
      session.send('Inspector.enable'),
      session.send('Audits.enable'),
      // Not data: and blob:, which leave no browser and can be of any length.
      session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: MUTE_CONSOLE }),
      session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ];
    await askTab(Promise.allSettled([...always, ...inFrames, session.send('Runtime.runIfWaitingForDebugger')]));
  }

  await attach(tab);
  return watch;
}

/** What is written to a console would be sent to us, as much as a game likes to write. */
const MUTE_CONSOLE = `for (const name of Object.keys(console)) if (typeof console[name] === 'function') console[name] = () => {};`;

/** Parses the beginning of an address. In a copy: a part of a string keeps the whole of it in memory. */
function parseStart(address: string): URL | null {
  return URL.parse(Buffer.from(address.slice(0, ADDRESS_LENGTH_MAX)).toString());
}

/** The path of a file within its game's folder; of one that games share, its whole path. */
function nameFile({ pathname }: URL, gameUrl: string): string {
  const folder = `${path.posix.dirname(new URL(gameUrl).pathname)}/`;
  return (pathname.startsWith(folder) ? pathname.slice(folder.length) : pathname).slice(0, PATH_LENGTH_MAX);
}

/** One line: what was thrown, and where. */
function describeError({ exception, text, url, lineNumber }: Protocol.Runtime.ExceptionDetails): string {
  const said = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  const [line = ''] = said.slice(0, 1000).split('\n');
  const file = path.posix.basename(URL.parse(url ?? '')?.pathname ?? '');
  const where = file === '' ? '' : ` (${file.slice(0, 60)}:${lineNumber + 1})`;
  return `${toLine(line, ERROR_LENGTH_MAX - where.length)}${where}`;
}

/** Without line breaks, control characters and others that nobody sees. */
function toLine(text: string, length: number): string {
  return text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();
}
