import { SHOWS_FRIENDS } from '../shared/line.ts';

/** What the server tells this tab, as `kiddo:live` events on the window; and what replaces it while the line is down. */
export type LiveNews =
  | { kind: 'notification'; unread: number }
  /** A game was hidden or came back. */
  | { kind: 'catalogue'; gameId: string }
  /** Something new in the conversation with this player, or this player is writing. */
  | { kind: 'chat' | 'typing'; from: string }
  /** What this player paid for has changed: premium, a payment, kiddocash. */
  | { kind: 'rights' }
  /** An operator switched something for everybody. */
  | { kind: 'switched'; chat: boolean }
  /** This friend came or went. */
  | { kind: 'presence'; who: string; online: boolean }
  /** The line stands for the first time: what happened since the page was made was told to nobody. */
  | { kind: 'opened' }
  /** The line is back, or something may have been missed: look at everything again. */
  | { kind: 'reconnected' }
  /** The line is down: look now, as often as the specification polls. */
  | { kind: 'poll' };

/** Between two looks while the line is down (spec 1, section 9). */
const POLL_MS = 30_000;
/** The longest first wait before connecting again, and the longest of all; each is drawn by chance, so that not all come back at once. */
const WAIT_MS = 5_000;
const WAIT_MAX_MS = 60_000;
/** A line that stood this long was a good one: the next wait is a short one again. */
const GOOD_MS = 30_000;
/** The server says something every 50 s. After two and a half times that the line is dead, though nobody said so. */
const SILENCE_MS = 125_000;
/** Everybody hears of a gap at once: each looks in its own moment of the next seconds. */
const SPREAD_MS = 5_000;
/** Refused this often in a row, it may be that nobody is signed in any more. */
const REFUSED_OFTEN = 3;
/** Codes of the server: the session is over; this player has too many tabs. */
const SIGNED_OUT = 4001;
const TOO_MANY = 4002;

export type LineOptions = {
  /** This tab had a line before: what happened since is looked up. */
  again: boolean;
  /** The session is over, and so is the line. */
  onSignedOut: () => void;
  /** The line could not be opened several times: the session may be over. */
  onRefused: () => void;
};

const SHOWS_NONE = '';
/** Parts of this tab that show friends. */
let shownFriends = 0;
let current: WebSocket | null = null;
/** How many notifications are unread, as this tab was told last. */
let unreadTold: number | null = null;

/** What the line told last of how many are unread, for a part of the page whose code came after it; null where it told nothing. */
export function lastUnread(): number | null {
  return unreadTold;
}

/** While a tab shows friends it hears who comes and goes; a tab in the pocket is not woken by it. @returns ends it */
export function showFriends(): () => void {
  const say = (what: string) => current?.readyState === WebSocket.OPEN && current.send(what);
  if (shownFriends++ === 0) say(SHOWS_FRIENDS);
  return () => {
    if (--shownFriends === 0) say(SHOWS_NONE);
  };
}

/** Opens this tab's line and keeps it open. @returns closes it. */
export function openLive({ again, onSignedOut, onRefused }: LineOptions): () => void {
  let socket: WebSocket | null = null;
  let tries = 0;
  let wasOpen = again;
  let ended = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let standing: ReturnType<typeof setTimeout> | undefined;

  const poll = (on: boolean) => {
    clearInterval(polling);
    polling = on ? setInterval(() => !document.hidden && tell({ kind: 'poll' }), POLL_MS) : undefined;
  };
  const rest = () => {
    clearTimeout(waiting);
    clearTimeout(silence);
    clearTimeout(standing);
  };
  const lost = (line: WebSocket, code: number) => {
    if (line !== socket) return;
    socket = null;
    rest();
    if (ended) return;
    if (code === SIGNED_OUT) return onSignedOut();
    if (polling === undefined) {
      poll(true);
      tell({ kind: 'poll' });
    }
    // It comes back when somebody looks at it.
    if (code === TOO_MANY) return;
    const most = Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** tries++);
    if (tries === REFUSED_OFTEN) onRefused();
    waiting = setTimeout(connect, Math.random() * most);
  };
  const listen = (line: WebSocket) => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      line.close();
      lost(line, 0);
    }, SILENCE_MS);
  };
  const connect = () => {
    rest();
    const line = new WebSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/live`);
    socket = line;
    current = line;
    line.addEventListener('open', () => {
      if (line !== socket) return line.close();
      poll(false);
      listen(line);
      standing = setTimeout(() => {
        tries = 0;
      }, GOOD_MS);
      if (shownFriends > 0) line.send(SHOWS_FRIENDS);
      tell({ kind: wasOpen ? 'reconnected' : 'opened' });
      wasOpen = true;
    });
    line.addEventListener('message', (event: MessageEvent<string>) => {
      if (line !== socket) return;
      listen(line);
      hear(event.data);
    });
    line.addEventListener('close', (event) => lost(line, event.code));
  };
  // A phone that comes back from its pocket does not wait for its turn.
  const now = () => {
    if (!socket && !document.hidden && !ended) connect();
  };
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
  connect();
  return () => {
    ended = true;
    unreadTold = null;
    rest();
    poll(false);
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', now);
    const line = socket;
    socket = null;
    // One that is being opened closes itself once it is open: else the browser complains.
    if (line && line.readyState !== WebSocket.CONNECTING) line.close();
  };
}

function hear(text: string): void {
  const news = JSON.parse(text) as {
    kind?: unknown;
    unread?: unknown;
    gameId?: unknown;
    from?: unknown;
    who?: unknown;
    online?: unknown;
    chat?: unknown;
  };
  if (news.kind === 'notification' && typeof news.unread === 'number') tell({ kind: 'notification', unread: news.unread });
  if (news.kind === 'catalogue' && typeof news.gameId === 'string') tell({ kind: 'catalogue', gameId: news.gameId });
  if ((news.kind === 'chat' || news.kind === 'typing') && typeof news.from === 'string') tell({ kind: news.kind, from: news.from });
  if (news.kind === 'presence' && typeof news.who === 'string') tell({ kind: 'presence', who: news.who, online: news.online === true });
  if (news.kind === 'rights') tell({ kind: 'rights' });
  if (news.kind === 'switched') tell({ kind: 'switched', chat: news.chat === true });
  if (news.kind === 'look-again') setTimeout(() => tell({ kind: 'reconnected' }), Math.random() * SPREAD_MS);
}

const EVENT = 'kiddo:live';

/** Tells this tab's parts; the line does, and whoever stands in for it. */
export function tell(news: LiveNews): void {
  if (news.kind === 'notification') unreadTold = news.unread;
  window.dispatchEvent(new CustomEvent<LiveNews>(EVENT, { detail: news }));
}

/** Calls back at every piece of news. @returns ends it. */
export function hearLive(listener: (news: LiveNews) => void): () => void {
  const onNews = (event: Event) => listener((event as CustomEvent<LiveNews>).detail);
  window.addEventListener(EVENT, onNews);
  return () => window.removeEventListener(EVENT, onNews);
}
