import { CLOSE_CODES, MOVED_QUERY, parseLiveEvent, PRESENCE_SUBSCRIPTION, type LiveEvent } from '../shared/live-events.ts';

/** What parts of a page subscribe to: the server's events, and those about the connection itself. On the window: 'kiddo:live'. */
export type TabEvent =
  | Exclude<LiveEvent, { kind: 'look-again' | 'move' }>
  /** The first connection is open. Whatever happened since the page was rendered was not sent. */
  | { kind: 'opened' }
  /** The connection is open again, or events may have been lost: fetch everything again. */
  | { kind: 'reconnected' }
  /** There is no connection: fetch now. Repeated until there is one. */
  | { kind: 'poll' };

const EVENT_NAME = 'kiddo:live';

/** Between two polls while there is no connection (spec 1, section 9). */
const POLL_MS = 30_000;
/**
 * The first and the largest upper limit of the delay before a retry. Delays are random, so that tabs do not all return at once; the largest
 * leaves time for the connections themselves in the minute after which all are back.
 */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 40_000;
/** After a connection that lasted this long, retries start with short delays again. */
const STABLE_MS = 30_000;
/** The server sends a heartbeat every 65 s. When two have not come, the connection is dead. */
const SILENCE_MS = 140_000;
/** All tabs receive 'look-again' at once; each waits up to this long, so that they do not all fetch at once. */
const SPREAD_MS = 5_000;
/** After a move the former connection stays open for so long: what is on its way over it is not lost. */
const OVERLAP_MS = 2_000;
/** So often a move is tried again. Then the tab waits until the server closes its connection, and comes back as after a break. */
const MOVE_RETRIES_MAX = 2;
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

/** Opens this tab's live connection, reopens it when it breaks, and moves it when the server says so. @returns close */
export function openLiveConnection({ isReconnect, onSignedOut, onRefused }: LiveOptions): () => void {
  const polling = createPolling();
  let connection: Connection | null = null;
  /** In a move: the connection to come, which is not open yet, and the former one, which still is. */
  let next: Connection | null = null;
  let former: Connection | null = null;
  let isNew: ((from: Connection, text: string) => boolean) | null = null;
  let wasOpen = isReconnect;
  let failures = 0;
  let moveRetries = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stableTimer: ReturnType<typeof setTimeout> | undefined;
  let moveTimer: ReturnType<typeof setTimeout> | undefined;

  const endMove = () => {
    clearTimeout(moveTimer);
    moveTimer = undefined;
    next?.close();
    former?.close();
    next = former = isNew = null;
  };
  const clearTimers = () => {
    clearTimeout(retryTimer);
    clearTimeout(stableTimer);
  };
  const connect = () => {
    clearTimers();
    connection = openSocket('', { onOpen, onText, onClose });
    socketOfTab = connection.socket;
  };
  const onOpen = (opened: Connection) => {
    if (opened === next) return takeOver(opened);
    polling.stop();
    stableTimer = setTimeout(() => {
      failures = 0;
    }, STABLE_MS);
    dispatchLiveEvent({ kind: wasOpen ? 'reconnected' : 'opened' });
    wasOpen = true;
  };
  const onText = (from: Connection, text: string) => {
    if (isNew && !isNew(from, text)) return;
    const event = parseLiveEvent(text);
    // A heartbeat is no event.
    if (event === null) return;
    if (event.kind === 'look-again') setTimeout(() => dispatchLiveEvent({ kind: 'reconnected' }), Math.random() * SPREAD_MS);
    else if (event.kind !== 'move') dispatchLiveEvent(event);
    else if (moveTimer === undefined) {
      moveRetries = 0;
      moveTimer = setTimeout(move, event.afterMs);
    }
  };
  const move = () => {
    next = openSocket(MOVED_QUERY, { onOpen, onText, onClose });
  };
  const takeOver = (opened: Connection) => {
    former = connection;
    // What only one of the two has said is never taken for a double: that would lose an event, and a double fetches twice.
    isNew = createDuplicateFilter();
    connection = opened;
    socketOfTab = opened.socket;
    next = null;
    moveTimer = setTimeout(endMove, OVERLAP_MS);
  };
  const onClose = (closed: Connection, code: number) => {
    if (closed === former) {
      former = isNew = null;
      return;
    }
    if (closed === next) {
      next = null;
      if (moveRetries++ < MOVE_RETRIES_MAX) moveTimer = setTimeout(move, Math.random() * RETRY_MS);
      return;
    }
    connection = null;
    clearTimers();
    endMove();
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
    endMove();
    polling.stop();
    unread = null;
    connection?.close();
  };
}

type Connection = { socket: WebSocket; close: () => void };

type SocketListeners = {
  onOpen: (connection: Connection) => void;
  /** Called with every message. */
  onText: (connection: Connection, text: string) => void;
  /** Called once, also when the socket falls silent, but not after `close`. */
  onClose: (connection: Connection, code: number) => void;
};

/** Opens a WebSocket. */
function openSocket(query: string, { onOpen, onText, onClose }: SocketListeners): Connection {
  const socket = new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/live${query}`);
  let isOver = false;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    isOver = true;
    clearTimeout(silenceTimer);
  };
  const close = (code: number) => {
    if (isOver) return;
    end();
    onClose(connection, code);
  };
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => {
      socket.close();
      close(0);
    }, SILENCE_MS);
  };
  const connection: Connection = {
    socket,
    close() {
      end();
      // Browsers log an error when a connecting socket is closed: this one is closed as soon as it opens.
      if (socket.readyState !== WebSocket.CONNECTING) socket.close();
    },
  };
  socket.addEventListener('open', () => {
    if (isOver) return socket.close();
    restartSilenceTimer();
    if (presenceSubscribers > 0) socket.send(PRESENCE_SUBSCRIPTION);
    onOpen(connection);
  });
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (isOver) return;
    restartSilenceTimer();
    onText(connection, data);
  });
  socket.addEventListener('close', ({ code }) => close(code));
  return connection;
}

/** While two connections are open, both receive what happens, in any order: lets through what one of them has received more often than the other. */
function createDuplicateFilter(): (from: Connection, text: string) => boolean {
  const counts = new Map<Connection, Map<string, number>>();
  const most = new Map<string, number>();
  return (from, text) => {
    const own = counts.get(from) ?? new Map<string, number>();
    const count = (own.get(text) ?? 0) + 1;
    counts.set(from, own.set(text, count));
    if (count <= (most.get(text) ?? 0)) return false;
    most.set(text, count);
    return true;
  };
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
