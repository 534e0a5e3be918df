import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { createSignedInPlayer } from '../test-players.ts';
import { Tab } from './live-tab.ts';
import { GAMES_HOST, type OperatedSite } from './operated-site.ts';

// Steady traffic as of a few players, and what they were told was done.

export type Player = Awaited<ReturnType<typeof createSignedInPlayer>>;
export type Item = { id: string; price: number };

/** What the site acknowledged, and what was sent at all: an answer that is lost says nothing about what was done. */
export type Ledger = {
  messages: { clientId: string; from: string; text: string; isAcknowledged: boolean }[];
  purchases: { player: string; item: string; price: number; isAcknowledged: boolean }[];
  plays: { id: string; player: string | null; isAcknowledged: boolean; isEnded: boolean }[];
  payments: { player: string; reference: string; isAcknowledged: boolean }[];
};

export type WriteKind = keyof Ledger | 'ends of plays';

export type Asked = {
  /** The fault during which it was sent. */
  fault: string;
  what: 'visitor' | 'player' | 'picture' | 'game' | 'write';
  asked: string;
  /** The status, or the error of the connection. */
  outcome: string;
  /** Of a page: what came when it was asked for once more. null: the first answer was good. */
  again: string | null;
};

type Sent = { method?: string; cookie?: string; host?: string; form?: Record<string, string> | undefined };
type Answer = { status: number; location: string; body: string };

/** Milliseconds between what each kind of traffic sends: together about 14 requests a second. */
const EVERY_MS = { visitors: 300, players: 300, files: 700, messages: 800, purchases: 900, plays: 800, payments: 4_000 };
/** Of each kind: a machine that is busy must not be asked for more and more. */
const AT_ONCE_MAX = 6;
const RETRY_MS = 500;
const TAB_RETRY_MS = 500;
/** What is written is sent again until it is acknowledged, as the pages offer; longer than this no fault lasts. */
const TRIES_MAX = 120;
const VISITORS_PAGES = ['/', '/games', '/help', '/api/v1/genres', '/marketplace', '/blog', '/catalog'];
const PLAYERS_PAGES = ['/', '/friends', '/marketplace', '/profile', '/settings', '/subscription', '/inventory'];
const WORDS = ['mango', 'river', 'drum', 'kite', 'lion', 'market', 'ball', 'song', 'boat', 'rain'];

export const cookieOf = ({ cookie }: Player) => `${cookie.name}=${cookie.value}; cookie_consent=essential`;

export class Traffic {
  readonly ledger: Ledger = { messages: [], purchases: [], plays: [], payments: [] };
  readonly asked: Asked[] = [];
  readonly tabs: Tab[] = [];
  /** Answers that no fault explains: a form that was refused. */
  readonly refused: string[] = [];
  fault = 'none';
  /** What cannot be written any more, because nobody is left who could. */
  readonly exhausted = new Set<WriteKind>();
  readonly #site: OperatedSite;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #over = new AbortController();
  #isGivenUp = false;
  readonly #running: Promise<unknown>[] = [];
  readonly #pages = new Set<Promise<void>>();
  readonly #players: Player[];
  readonly #payers: Player[];
  readonly #items: Item[];
  readonly #files: { pictures: string[]; games: string[] };
  readonly #gameIds: string[];

  /**
   * @param players in pairs of friends, who have kiddocash for all items
   * @param payers who buy a plan, one after the other
   */
  constructor(
    site: OperatedSite,
    what: { players: Player[]; payers: Player[]; items: Item[]; gameIds: string[]; files: { pictures: string[]; games: string[] } },
  ) {
    this.#site = site;
    this.#players = what.players;
    this.#payers = [...what.payers];
    this.#items = what.items;
    this.#gameIds = what.gameIds;
    this.#files = what.files;
  }

  /** Lets each process that serves see the visitors' pages: one that has just started has none to show while the database is away. */
  async showPages(): Promise<void> {
    for (const { process } of this.#site.webs)
      await Promise.all(VISITORS_PAGES.map((page) => this.#send(page, {}, Number(new URL(process.origin).port))));
  }

  /** Opens the players' tabs, and begins. */
  async start(): Promise<void> {
    for (const player of this.#players)
      this.tabs.push(await Tab.open({ origin: this.#site.origin, cookie: cookieOf(player), retryMs: TAB_RETRY_MS }));
    const pick = <Of>(all: readonly Of[], n: number) => all[n % all.length] as Of;
    this.#every(EVERY_MS.visitors, (n) => this.#open('visitor', pick(VISITORS_PAGES, n)));
    this.#every(EVERY_MS.players, (n) =>
      this.#open('player', pick(PLAYERS_PAGES, n), { cookie: cookieOf(pick(this.#players, Math.floor(n / PLAYERS_PAGES.length))) }),
    );
    this.#every(EVERY_MS.files, (n) =>
      n % 2 === 0
        ? this.#open('picture', pick(this.#files.pictures, n / 2))
        : this.#open('game', pick(this.#files.games, (n - 1) / 2), { host: GAMES_HOST }),
    );
    this.#every(EVERY_MS.messages, (n) => this.#write(n));
    this.#every(EVERY_MS.purchases, (n) => this.#buy(n));
    this.#every(EVERY_MS.plays, (n) => this.#play(n));
    this.#every(EVERY_MS.payments, () => this.#pay());
  }

  /** Stops, and waits until all that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#running);
    for (const tab of this.tabs) tab.close();
    this.#agent.destroy();
  }

  /** Stops at once, whatever is not answered: after a failure nothing may go on beside the next test. */
  async abort(): Promise<void> {
    this.#isGivenUp = true;
    this.#over.abort();
    for (const tab of this.tabs) tab.close();
    this.#agent.destroy();
    await Promise.allSettled(this.#running);
  }

  /** Each begins in its time, whether or not the one before is answered; but no more than a few at once, as with people who wait. */
  #every(ms: number, run: (n: number) => Promise<unknown>): void {
    const underWay = new Set<Promise<unknown>>();
    const loop = async () => {
      for (let n = 0; !this.#over.signal.aborted; n++) {
        const begun: Promise<unknown> = run(n).finally(() => underWay.delete(begun));
        underWay.add(begun);
        await delay(ms);
        if (underWay.size >= AT_ONCE_MAX) await Promise.race(underWay);
      }
      await Promise.all(underWay);
    };
    this.#running.push(loop());
  }

  /** Waits for the answers to all pages that were asked for until now: so that what fails later is no fault of what was before. */
  async settle(): Promise<void> {
    await Promise.all(this.#pages);
  }

  #open(what: Asked['what'], asked: string, sent: Sent = {}): Promise<void> {
    const opened = this.#openPage(what, asked, sent).finally(() => this.#pages.delete(opened));
    this.#pages.add(opened);
    return opened;
  }

  async #openPage(what: Asked['what'], asked: string, sent: Sent): Promise<void> {
    const get = () =>
      this.#send(asked, sent).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
    const outcome = await get();
    const { fault } = this;
    let again: string | null = null;
    if (outcome !== '200') {
      await delay(RETRY_MS);
      again = await get();
    }
    this.asked.push({ fault, what, asked, outcome, again });
  }

  /** Sends a form until the site says that it is done. @param isDone of an answer; by default its status says it */
  async #insist(asked: string, sent: Sent, isDone = ({ status }: Answer, _tries: number) => status < 400): Promise<Answer | null> {
    for (let tries = 1; tries <= TRIES_MAX && !this.#isGivenUp; tries++) {
      const answer = await this.#send(asked, { method: 'POST', ...sent }).catch((error: Error) => error.message);
      const outcome = typeof answer === 'string' ? answer : String(answer.status);
      this.asked.push({ fault: this.fault, what: 'write', asked, outcome, again: tries > 1 ? outcome : null });
      if (typeof answer !== 'string' && isDone(answer, tries)) return answer;
      // No fault makes a form wrong. After a break much is sent at once.
      if (typeof answer !== 'string' && answer.status < 500 && answer.status !== 429) break;
      await delay(RETRY_MS);
    }
    this.refused.push(`${asked} ${JSON.stringify(sent.form)}: ${this.asked.at(-1)?.outcome}`);
    return null;
  }

  async #write(n: number): Promise<void> {
    const index = n % this.#players.length;
    const text = [n, Math.floor(n / 10), Math.floor(n / 100)].map((each) => WORDS[each % WORDS.length]).join(' ');
    await this.write(this.#players[index] as Player, this.#players[index ^ 1] as Player, text);
  }

  /** Writes a message, until it is acknowledged. */
  async write(from: Player, to: Player, text: string): Promise<void> {
    const entry = { clientId: randomUUID(), from: from.known.id, text, isAcknowledged: false };
    this.ledger.messages.push(entry);
    const form = { text, clientId: entry.clientId };
    const answer = await this.#insist(`/chat/${to.known.id}`, { cookie: cookieOf(from), form });
    entry.isAcknowledged = answer !== null && (JSON.parse(answer.body) as { ok: boolean }).ok;
  }

  async #buy(n: number): Promise<void> {
    const player = this.#players[n % this.#players.length] as Player;
    const item = this.#items[Math.floor(n / this.#players.length)];
    if (item === undefined) return void this.exhausted.add('purchases');
    const entry = { player: player.known.id, item: item.id, price: item.price, isAcknowledged: false };
    this.ledger.purchases.push(entry);
    const buy = () => this.#insist('/catalog', { cookie: cookieOf(player), form: { item: item.id, key: `${item.id}:${item.price}` } });
    // Some press twice.
    const answers = await Promise.all(n % 3 === 0 ? [buy(), buy()] : [buy()]);
    entry.isAcknowledged = answers.every((answer) => answer !== null);
  }

  async #play(n: number): Promise<void> {
    const player = n % 3 === 0 ? null : (this.#players[n % this.#players.length] as Player);
    const entry = { id: randomUUID(), player: player?.known.id ?? null, isAcknowledged: false, isEnded: false };
    this.ledger.plays.push(entry);
    const cookie = player === null ? {} : { cookie: cookieOf(player) };
    const started = await this.#insist(
      `/games/${this.#gameIds[n % this.#gameIds.length]}/plays`,
      { ...cookie, form: { id: entry.id } },
      // A play that is there already, because its first answer was lost.
      ({ status }, tries) => status < 400 || (status === 400 && tries > 1),
    );
    if (started === null) return;
    entry.isAcknowledged = true;
    for (const event of ['beat', 'end']) {
      await delay(EVERY_MS.plays);
      const answer = await this.#insist(`/plays/${entry.id}`, { ...cookie, form: { event } });
      entry.isEnded = event === 'end' && answer !== null;
    }
  }

  /** Pays for a plan at the sandbox, which then says it more than once. */
  async #pay(): Promise<void> {
    const payer = this.#payers.shift();
    if (!payer) return void this.exhausted.add('payments');
    const cookie = cookieOf(payer);
    const set = await this.#insist('/subscription', { cookie, form: { do: 'subscribe', plan: 'premium', channel: 'mpesa' } });
    const reference = /\/till\/([\w-]+)$/.exec(set?.location ?? '')?.[1];
    if (reference === undefined) return void this.refused.push(`no checkout: ${set?.status} ${set?.location}`);
    const entry = { player: payer.known.id, reference, isAcknowledged: false };
    this.ledger.payments.push(entry);
    const paid = await this.#insist(`/till/${reference}`, { cookie, form: { do: 'pay' } });
    for (let times = 0; times < 2; times++) await this.#insist(`/till/${reference}`, { cookie, form: { do: 'tell-again' } });
    entry.isAcknowledged = paid !== null;
  }

  #send(asked: string, { method = 'GET', cookie, host, form }: Sent, port = this.#site.port): Promise<Answer> {
    const body = form && new URLSearchParams(form).toString();
    if (this.#isGivenUp) return Promise.reject(new Error('the traffic was given up'));
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          hostname: '127.0.0.1',
          port,
          path: asked,
          method,
          agent: this.#agent,
          headers: {
            host: host ?? new URL(this.#site.origin).host,
            ...(cookie !== undefined && { cookie }),
            ...(body !== undefined && {
              origin: this.#site.origin,
              accept: asked.startsWith('/chat/') ? 'application/json' : '*/*',
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': String(Buffer.byteLength(body)),
            }),
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += String(chunk)));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', body: text }));
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
}
