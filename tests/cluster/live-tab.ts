import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export type TabOptions = {
  /** The site's origin, and the header with the player's cookies. */
  origin: string;
  cookie: string;
  /** How long it waits before it tries again, in milliseconds, when its connection broke or none came about; null: it does not. */
  retryMs: number | null;
};

type LiveEvent = { kind: string; who?: string; online?: boolean; from?: string };

/** As the page does, which waits longer. */
const MOVE_RETRIES_MAX = 2;
const MOVE_RETRY_MS = 200;

/** A tab as the browser's code is one: it moves when it is told to, and leaves its former connection once the new one is open. */
export class Tab {
  readonly events: LiveEvent[] = [];
  readonly sockets: WebSocket[] = [];
  moves = 0;
  /** Whether it was without a connection. */
  wasAlone = false;
  readonly #options: TabOptions;
  /** Below its newest WebSocket. */
  #stream: Socket | undefined;
  #isOver = false;
  constructor(options: TabOptions) {
    this.#options = options;
  }
  static async open(options: TabOptions): Promise<Tab> {
    const tab = new Tab(options);
    onTestFinished(() => tab.close());
    await tab.#connect('');
    return tab;
  }
  async #connect(query: string): Promise<void> {
    const { origin, cookie } = this.#options;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/live${query}`, { family: 4, headers: { origin, cookie } });
    const opened = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      const text = (data as Buffer).toString();
      const event = text === '' ? null : (JSON.parse(text) as LiveEvent & { afterMs: number });
      if (event?.kind === 'move') setTimeout(() => void this.#move(socket), event.afterMs);
      else if (event) this.events.push(event);
    });
    socket.on('open', () => {
      this.sockets.push(socket);
      socket.send('friends');
      opened.resolve();
    });
    socket.on('upgrade', (response) => (this.#stream = response.socket));
    socket.on('error', opened.reject);
    socket.on('close', () => {
      if (!this.sockets.includes(socket) || this.isOpen || this.#isOver) return;
      this.wasAlone = true;
      this.#retry();
    });
    await opened.promise;
  }
  #retry(): void {
    const { retryMs } = this.#options;
    if (retryMs === null) return;
    setTimeout(() => {
      if (!this.#isOver && !this.isOpen) this.#connect('').catch(() => this.#retry());
    }, retryMs);
  }
  async #move(former: WebSocket, tries = 0): Promise<void> {
    this.moves++;
    const isRefused = await this.#connect('?moved').then(
      () => false,
      () => true,
    );
    if (!isRefused) former.close();
    // Where nobody takes it, as when the whole site stops, it stays.
    else if (tries < MOVE_RETRIES_MAX && former.readyState === WebSocket.OPEN)
      setTimeout(() => void this.#move(former, tries + 1), MOVE_RETRY_MS);
  }
  get isOpen(): boolean {
    return this.sockets.some(({ readyState }) => readyState === WebSocket.OPEN);
  }
  /** The port of this end of its newest connection. */
  get localPort(): number | undefined {
    return this.#stream?.localPort;
  }
  close(): void {
    this.#isOver = true;
    for (const socket of this.sockets) socket.terminate();
  }
}
