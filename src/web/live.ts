import { CLOSE_CODES, parseLiveEvent, PRESENCE_SUBSCRIPTION, type LiveEvent } from '../shared/live-events.ts';

/** What parts of a page subscribe to: the server's events, and those about the connection itself. On the window: 'kiddo:live'. */
export type TabEvent =
  | Exclude<LiveEvent, { kind: 'look-again' }>
  /** The first connection is open. Whatever happened since the page was rendered was not sent. */
  | { kind: 'opened' }
  /** The connection is open again, or events may have been lost: fetch everything again. */
  | { kind: 'reconnected' }
  /** There is no connection: fetch now. Repeated until there is one. */
  | { kind: 'poll' };

const EVENT_NAME = 'kiddo:live';

/** Between two polls while there is no connection (spec 1, section 9). */
const POLL_MS = 30_000;
/** The first and the largest upper limit of the delay before a retry. Delays are random, so that tabs do not all return at once. */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
/** After a connection that lasted this long, retries start with short delays again. */
const STABLE_MS = 30_000;
/** The server sends a heartbeat every 65 s. When two have not come, the connection is dead. */
const SILENCE_MS = 140_000;
/** All tabs receive 'look-again' at once; each waits up to this long, so that they do not all fetch at once. */
const SPREAD_MS = 5_000;
/** After this many failures in a row the session may have ended. */
const FAILURES_BEFORE_CHECK = 3;

let socketOfTab: WebSocket | null = null;
let presenceSubscribers = 0;
let unread: number | null = null;
let changes = 0;

/** How many notifications are unread, for code that loads after the event; null before the first event. */
export function lastUnread(): number | null {
  return unread;
}

/**
 * Counts the events about notifications in this tab. A page that is loaded while the count grows may miss the newest one: the server
 * rendered it before, and the page did not listen yet.
 */
export function countNotificationEvents(): number {
  return changes;
}

/** Dispatches an event to all subscribers of this tab. */
function dispatchLiveEvent(event: TabEvent): void {
  if (event.kind === 'notification') {
    unread = event.unread;
    changes++;
  }
  window.dispatchEvent(new CustomEvent<TabEvent>(EVENT_NAME, { detail: event }));
}

/** Calls back with every live event. @returns unsubscribe */
export function subscribeToLive(onEvent: (event: TabEvent) => void): () => void {
  const listener = (event: Event) => onEvent((event as CustomEvent<TabEvent>).detail);
  window.addEventListener(EVENT_NAME, listener);
  return () => window.removeEventListener(EVENT_NAME, listener);
}

/** Asks the server for 'presence' events. Tabs that show no friends do without, to save data and battery. @returns unsubscribe */
export function subscribeToPresence(): () => void {
  const send = (text: string) => socketOfTab?.readyState === WebSocket.OPEN && socketOfTab.send(text);
  if (presenceSubscribers++ === 0) send(PRESENCE_SUBSCRIPTION);
  return () => {
    if (--presenceSubscribers === 0) send('');
  };
}

export type LiveOptions = {
  /** This tab had a connection before: its first event is 'reconnected'. */
  isReconnect: boolean;
  /** The session has ended. The connection is not opened again. */
  onSignedOut: () => void;
  /** Connecting failed several times: the session may have ended. */
  onRefused: () => void;
};

/** Opens this tab's live connection and reopens it when it breaks. @returns close */
export function openLiveConnection({ isReconnect, onSignedOut, onRefused }: LiveOptions): () => void {
  const polling = createPolling();
  let connection: { close: () => void } | null = null;
  let wasOpen = isReconnect;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stableTimer: ReturnType<typeof setTimeout> | undefined;

  const clearTimers = () => {
    clearTimeout(retryTimer);
    clearTimeout(stableTimer);
  };
  const connect = () => {
    clearTimers();
    connection = openSocket(onOpen, onClose);
  };
  const onOpen = () => {
    polling.stop();
    stableTimer = setTimeout(() => {
      failures = 0;
    }, STABLE_MS);
    dispatchLiveEvent({ kind: wasOpen ? 'reconnected' : 'opened' });
    wasOpen = true;
  };
  const onClose = (code: number) => {
    connection = null;
    clearTimers();
    if (code === CLOSE_CODES.signedOut) return onSignedOut();
    polling.start();
    // The server closed this connection in favor of another tab: reconnect when the user returns to this tab.
    if (code === CLOSE_CODES.tooManyTabs) return;
    const delayMax = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures++);
    if (failures === FAILURES_BEFORE_CHECK) onRefused();
    retryTimer = setTimeout(connect, Math.random() * delayMax);
  };
  const stopListening = onReturn(() => {
    if (!connection) connect();
  });

  connect();
  return () => {
    stopListening();
    clearTimers();
    polling.stop();
    unread = null;
    connection?.close();
  };
}

/** Opens a WebSocket. @param onClose is called once, also when the socket falls silent, but not after `close` */
function openSocket(onOpen: () => void, onClose: (code: number) => void): { close: () => void } {
  const socket = new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/live`);
  socketOfTab = socket;
  let isOver = false;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    isOver = true;
    clearTimeout(silenceTimer);
  };
  const close = (code: number) => {
    if (isOver) return;
    end();
    onClose(code);
  };
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => {
      socket.close();
      close(0);
    }, SILENCE_MS);
  };
  socket.addEventListener('open', () => {
    if (isOver) return socket.close();
    restartSilenceTimer();
    if (presenceSubscribers > 0) socket.send(PRESENCE_SUBSCRIPTION);
    onOpen();
  });
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (isOver) return;
    restartSilenceTimer();
    onMessage(data);
  });
  socket.addEventListener('close', ({ code }) => close(code));
  return {
    close() {
      end();
      // Browsers log an error when a connecting socket is closed: this one is closed as soon as it opens.
      if (socket.readyState !== WebSocket.CONNECTING) socket.close();
    },
  };
}

function onMessage(text: string): void {
  const event = parseLiveEvent(text);
  // A heartbeat is no event.
  if (event === null) return;
  if (event.kind === 'look-again') setTimeout(() => dispatchLiveEvent({ kind: 'reconnected' }), Math.random() * SPREAD_MS);
  else dispatchLiveEvent(event);
}

/** Dispatches 'poll' at once and then at intervals, while the page is visible. */
function createPolling() {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start(): void {
      if (timer !== undefined) return;
      timer = setInterval(() => !document.hidden && dispatchLiveEvent({ kind: 'poll' }), POLL_MS);
      dispatchLiveEvent({ kind: 'poll' });
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Calls back when the network is back or the page becomes visible, such as on a phone that is taken out of a pocket. @returns stop */
function onReturn(callback: () => void): () => void {
  const listener = () => {
    if (!document.hidden) callback();
  };
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}
