import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { HEARTBEAT } from '../shared/live-events.ts';
import {
  countNotificationEvents,
  lastUnread,
  openLiveConnection,
  subscribeToLive,
  subscribeToPresence,
  type LiveOptions,
  type TabEvent,
} from './live.ts';

// The browser's side of the live connection, with a WebSocket that the test controls.

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.CONNECTING;
  readonly sent: string[] = [];
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  receive(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
  fail(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

let sockets: FakeSocket[] = [];
const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  sockets = [];
  page.hidden = false;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { protocol: 'https:', host: 'kiddo.example' } }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

function openTab(options: Partial<LiveOptions> = {}) {
  const [onSignedOut, onRefused] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const events: TabEvent[] = [];
  const unsubscribe = subscribeToLive((event) => void events.push(event));
  const close = openLiveConnection({ isReconnect: false, onSignedOut, onRefused, ...options });
  onTestFinished(() => {
    close();
    unsubscribe();
  });
  return { events, close, onSignedOut, onRefused };
}
const latest = () => sockets.at(-1) as FakeSocket;

test('subscribers receive events of the server, and nothing that the contract does not know', () => {
  const { events, close } = openTab();
  expect(latest().url).toBe('wss://kiddo.example/live');
  expect(lastUnread()).toBeNull();
  const before = countNotificationEvents();
  latest().open();
  for (const text of ['{', '{"kind":"unknown"}', '{"kind":"notification"}', HEARTBEAT]) latest().receive(text);
  latest().receive('{"kind":"notification","unread":2}');
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'notification', unread: 2 }]);
  expect([lastUnread(), countNotificationEvents()]).toEqual([2, before + 1]);
  // The number may be the same again: one was read, and another one arrived.
  latest().receive('{"kind":"notification","unread":2}');
  expect(countNotificationEvents()).toBe(before + 2);
  close();
  expect([latest().isClosed, lastUnread()]).toEqual([true, null]);
});

test("after 'look-again' subscribers fetch everything, after a random delay", () => {
  const { events } = openTab({ isReconnect: true });
  latest().open();
  latest().receive('{"kind":"look-again"}');
  expect(events).toEqual([{ kind: 'reconnected' }]);
  vi.advanceTimersByTime(2_500);
  expect(events).toEqual([{ kind: 'reconnected' }, { kind: 'reconnected' }]);
});

test('without a connection it polls while visible, and retries with growing delays', () => {
  const { events, onRefused } = openTab();
  latest().open();
  latest().fail();
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'poll' }]);
  for (const [nth, delay] of [2_500, 5_000, 10_000, 20_000, 20_000, 20_000].entries()) {
    expect(onRefused).toHaveBeenCalledTimes(nth >= 2 ? 1 : 0);
    vi.advanceTimersByTime(delay - 1);
    expect(sockets).toHaveLength(nth + 1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(nth + 2);
    latest().fail();
  }
  // In these 77.5 seconds: at the start and every 30 seconds.
  expect(events.filter(({ kind }) => kind === 'poll')).toHaveLength(3);
  vi.advanceTimersByTime(30_000);
  latest().open();
  expect(events.at(-1)).toEqual({ kind: 'reconnected' });
  // A connection that lasts makes delays short again.
  vi.advanceTimersByTime(30_000);
  latest().fail();
  const count = sockets.length;
  vi.advanceTimersByTime(2_500);
  expect(sockets).toHaveLength(count + 1);
});

test('a hidden page does not poll, and connects at once when it becomes visible', () => {
  const { events } = openTab();
  latest().fail(4002);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(600_000);
  expect(events).toEqual([{ kind: 'poll' }]);
  expect(sockets).toHaveLength(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sockets).toHaveLength(2);
  window.dispatchEvent(new Event('online'));
  expect(sockets).toHaveLength(2);
});

test('a silent connection is replaced, and its late events are ignored', () => {
  const { events } = openTab();
  const silent = latest();
  silent.open();
  vi.advanceTimersByTime(100_000);
  // Any message shows that the connection is alive, even one of an unknown kind.
  silent.receive('{"kind":"beat"}');
  vi.advanceTimersByTime(139_999);
  expect(silent.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(silent.isClosed).toBe(true);
  vi.advanceTimersByTime(2_500);
  expect(sockets).toHaveLength(2);
  silent.receive('{"kind":"rights"}');
  silent.fail();
  vi.advanceTimersByTime(2_500);
  expect(sockets).toHaveLength(2);
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'poll' }]);
});

test('a session that has ended closes the connection for good', () => {
  const { events, onSignedOut } = openTab();
  latest().open();
  latest().fail(4001);
  expect(onSignedOut).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(600_000);
  expect(sockets).toHaveLength(1);
  expect(events).toEqual([{ kind: 'opened' }]);
});

test('closing during the handshake closes the socket when it opens', () => {
  const { events, close } = openTab();
  close();
  expect(latest().isClosed).toBe(false);
  latest().open();
  expect(latest().isClosed).toBe(true);
  expect(events).toEqual([]);
});

test('the server learns whether the tab shows friends', () => {
  openTab();
  const unsubscribe = [subscribeToPresence()];
  latest().open();
  unsubscribe.push(subscribeToPresence());
  expect(latest().sent).toEqual(['friends']);
  unsubscribe[0]?.();
  expect(latest().sent).toEqual(['friends']);
  unsubscribe[1]?.();
  expect(latest().sent).toEqual(['friends', '']);
});

test('a tab moves when the server says so: its former connection stays until the new one is open, and each event comes once', () => {
  const { events } = openTab();
  const former = latest();
  former.open();
  const unsubscribe = subscribeToPresence();
  onTestFinished(unsubscribe);
  former.receive('{"kind":"move","afterMs":4000}');
  vi.advanceTimersByTime(3_999);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  const next = latest();
  expect(next.url).toBe('wss://kiddo.example/live?moved');
  // Told once more, it does not move twice.
  former.receive('{"kind":"move","afterMs":0}');
  former.receive('{"kind":"chat","from":"amina"}');
  next.open();
  expect(next.sent).toEqual(['friends']);
  // Both get what happens now, the one sooner than the other.
  for (const [socket, text] of [
    [former, '{"kind":"chat","from":"brian"}'],
    [next, '{"kind":"chat","from":"brian"}'],
    [next, '{"kind":"sanction"}'],
    [former, '{"kind":"sanction"}'],
    // What was on its way when the tab moved, and what only the new connection gets.
    [former, '{"kind":"notification","unread":3}'],
    [next, '{"kind":"rights"}'],
    // It happened again.
    [former, '{"kind":"chat","from":"brian"}'],
    [next, '{"kind":"chat","from":"brian"}'],
  ] as const)
    socket.receive(text);
  expect(events).toEqual([
    { kind: 'opened' },
    { kind: 'chat', from: 'amina' },
    { kind: 'chat', from: 'brian' },
    { kind: 'sanction' },
    { kind: 'notification', unread: 3 },
    { kind: 'rights' },
    { kind: 'chat', from: 'brian' },
  ]);
  expect(former.isClosed).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect([former.isClosed, next.isClosed]).toEqual([true, false]);
  former.receive('{"kind":"rights"}');
  former.fail(1001);
  vi.advanceTimersByTime(30_000);
  expect([sockets.length, events.length]).toEqual([2, 7]);
  // The process that it came to may be replaced too, some day.
  next.receive('{"kind":"move","afterMs":0}');
  vi.advanceTimersByTime(0);
  expect(sockets).toHaveLength(3);
});

test('nothing is lost when the former connection ends while a tab moves', () => {
  const { events } = openTab();
  const former = latest();
  former.open();
  former.receive('{"kind":"move","afterMs":0}');
  vi.advanceTimersByTime(0);
  const next = latest();
  const again = '{"kind":"chat","from":"amina"}';
  former.receive(again);
  next.open();
  next.receive(again);
  former.receive('{"kind":"rights"}');
  former.fail(1001);
  // The former cannot say it a second time.
  next.receive('{"kind":"rights"}');
  expect(events.filter(({ kind }) => kind === 'chat')).toHaveLength(2);
  expect(events.filter(({ kind }) => kind === 'rights')).toHaveLength(2);
});

test('a tab that cannot move stays where it is, and comes back as after a break when that ends', () => {
  const { events } = openTab();
  const former = latest();
  former.open();
  former.receive('{"kind":"move","afterMs":0}');
  for (let tries = 0; tries < 3; tries++) {
    vi.advanceTimersByTime(2_500);
    expect(sockets).toHaveLength(2 + tries);
    latest().fail();
  }
  vi.advanceTimersByTime(30_000);
  former.receive('{"kind":"rights"}');
  expect([sockets.length, former.isClosed]).toEqual([4, false]);
  former.fail(1001);
  vi.advanceTimersByTime(2_500);
  latest().open();
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'rights' }, { kind: 'poll' }, { kind: 'reconnected' }]);
});

test('a new connection that ends at once is reopened as after a break', () => {
  const { events } = openTab();
  const former = latest();
  former.open();
  former.receive('{"kind":"move","afterMs":0}');
  vi.advanceTimersByTime(0);
  latest().open();
  latest().fail();
  expect(former.isClosed).toBe(true);
  vi.advanceTimersByTime(2_500);
  latest().open();
  expect(sockets).toHaveLength(3);
  expect(events).toEqual([{ kind: 'opened' }, { kind: 'poll' }, { kind: 'reconnected' }]);
});
