import { WebSocket } from 'ws';

// A process full of open tabs for scripts/bench/live-storm.ts: they come back as those of browsers do (src/web/live.ts).

const AT_ONCE = 50;
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 40_000;
const REPORT_MS = 250;
const PER_ADDRESS = 1_000;

/** What the benchmark says first. `first`: the number of the first tab, from which follows its IP address. */
export type TabsOrder = { origin: string; url: string; cookies: string[]; first: number };
/** What is said back, four times a second: how many tabs are connected, and how many attempts have failed so far. */
export type TabsReport = { open: number; failed: number };

let open = 0;
let failed = 0;

/** One tab. @returns once it is open for the first time */
function openTab({ origin, url, cookies, first }: TabsOrder, i: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let failures = 0;
  const connect = () => {
    const localAddress = `127.0.0.${2 + Math.floor((first + i) / PER_ADDRESS)}`;
    const socket = new WebSocket(url, { headers: { origin, cookie: cookies[i] ?? '' }, localAddress, perMessageDeflate: false });
    let isOpen = false;
    socket.on('open', () => {
      isOpen = true;
      open++;
      resolve();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isOpen) open--;
      else failed++;
      setTimeout(connect, Math.random() * Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures++));
    });
  };
  connect();
  return promise;
}

process.on('disconnect', () => process.exit(0));
process.once('message', (order: TabsOrder) => {
  void openAll(order);
});

async function openAll(order: TabsOrder): Promise<void> {
  setInterval(() => process.connected && process.send?.({ open, failed } satisfies TabsReport), REPORT_MS);
  for (let from = 0; from < order.cookies.length; from += AT_ONCE)
    await Promise.all(order.cookies.slice(from, from + AT_ONCE).map((_, i) => openTab(order, from + i)));
}
