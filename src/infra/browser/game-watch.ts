import path from 'node:path';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { GameVisit } from './game-browser.ts';

const ERRORS_MAX = 10;
const ERROR_LENGTH_MAX = 200;
const FILES_MAX = 10;
const HOSTS_MAX = 20;
const PATH_LENGTH_MAX = 200;

/** What is known about a game while it is open. */
export type GameWatch = Pick<GameVisit, 'errors' | 'missingFiles' | 'otherHosts'> & {
  /** Aborted when there is nothing more to see; the reason is what happened. */
  end: AbortController;
  /** When its page was asked for, and when its first content was painted, in seconds of the browser's clock. */
  openedAt: number | null;
  paintedAt: number | null;
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
export type GameEnd = Extract<GameVisit['outcome'], 'no-answer' | 'crashed'>;

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
    frame: null,
  };
  const { origin } = new URL(gameUrl);
  /** The frame of the game, and the request for its page. */
  const game: { frameId: string | null; requestId: string | null } = { frameId: null, requestId: null };
  const paths = new Map<string, string>();
  const endWith = (end: GameEnd) => watch.end.abort(end);

  const noteHost = (address: string) => {
    const url = URL.parse(address);
    if (address === page.url || !url || !/^(https?|wss?):$/.test(url.protocol) || url.origin === origin) return;
    if (!watch.otherHosts.includes(url.hostname) && watch.otherHosts.length < HOSTS_MAX) watch.otherHosts.push(url.hostname.slice(0, 253));
  };
  const noteMissing = (address: string, status: number) => {
    const url = URL.parse(address);
    if (url?.origin !== origin || watch.missingFiles.length >= FILES_MAX) return;
    const name = nameFile(url, gameUrl);
    if (!watch.missingFiles.some((file) => file.path === name)) watch.missingFiles.push({ path: name, status });
  };

  async function answerRequest(session: CDPSession, { requestId, request }: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    if (request.url === page.url) {
      const body = Buffer.from(page.html).toString('base64');
      const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
      await askTab(session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }));
    } else if (URL.parse(request.url)?.origin === origin || /^(data|blob):/.test(request.url)) {
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
    session.on('Inspector.targetCrashed', () => endWith('crashed'));
    session.on('Fetch.requestPaused', (event) => void answerRequest(session, event));
    session.on('Page.frameAttached', ({ frameId }) => {
      game.frameId ??= frameId;
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === game.frameId && frame.url.startsWith('chrome-error:')) endWith('no-answer');
    });
    session.on('Page.lifecycleEvent', ({ frameId, name, timestamp }) => {
      if (frameId === game.frameId && name === 'firstContentfulPaint') watch.paintedAt ??= timestamp;
    });
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId, timestamp }) => {
      noteHost(request.url);
      if (paths.size < 10_000) paths.set(requestId, request.url);
      if (type !== 'Document' || frameId !== game.frameId) return;
      watch.openedAt ??= timestamp;
      game.requestId = requestId;
    });
    // What a game's own policy refuses is sometimes no request.
    session.on('Audits.issueAdded', ({ issue }) => noteHost(issue.details.contentSecurityPolicyIssueDetails?.blockedURL ?? ''));
    session.on('Network.webSocketCreated', ({ url }) => noteHost(url));
    session.on('Network.responseReceived', ({ requestId, response: { url, status } }) => {
      if (status < 400) return;
      if (requestId === game.requestId) endWith('no-answer');
      else noteMissing(url, status);
    });
    session.on('Network.loadingFailed', ({ requestId, canceled }) => {
      if (canceled) return;
      if (requestId === game.requestId) endWith('no-answer');
      else noteMissing(paths.get(requestId) ?? '', 0);
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
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
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
