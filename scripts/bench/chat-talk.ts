import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Conversation, SendAnswer } from '../../src/features/chat/schema.ts';
import type { Player } from './players.ts';

// Friends who write to each other at an even pace, and what each side notices of it.

/** So many pairs write at the same time; each pair writes again once all of these have had their turn. */
const AT_ONCE = 10;
/** Messages of a turn: two of one friend, then one of the other. */
const TURN = 3;
/** One message in this many is looked at when it is heard of; another is sent a second time after its answer. */
const SOME = 9;
const LOOKED_AT = 2;
const SENT_AGAIN = 7;
const AGAIN_AFTER_MS = 300;
/** In one pair of this many the last message is sent twice at once. */
const TWICE_AT_ONCE = 5;

/** A message, and when (milliseconds) it was sent, answered, heard of by the other's tab, and there to be read. */
export type Said = {
  by: 0 | 1;
  clientId: string;
  text: string;
  /** What the other had before. */
  after: string | null;
  sent: number;
  answered?: number;
  heard?: number;
  seen?: number;
};

/** Two friends, their open tabs, and what they said so far. */
export type Friends = { people: [Player, Player]; tabs: [WebSocket, WebSocket]; said: Said[]; last: string | null };

/** What was sent, in the order of time; how often some of it was sent a second time, after its answer and at once; and how often that
 * was answered with another message. */
export type Talk = { said: Said[]; seconds: number; again: number; twice: number; other: number };

/** Players two and two, each with their tab. */
export function pairs(players: Player[], tabs: WebSocket[]): Friends[] {
  return Array.from({ length: players.length / 2 }, (_, i) => ({
    people: players.slice(2 * i, 2 * i + 2) as [Player, Player],
    tabs: tabs.slice(2 * i, 2 * i + 2) as [WebSocket, WebSocket],
    said: [],
    last: null,
  }));
}

/**
 * Lets friends write to each other. A friend's browser sends one message after the other's answer, so each pair's messages have
 * one order. @param looks whether the other's page fetches some of the messages it hears of
 * @throws when an answer is not the one that is to come
 */
export async function talk(
  origin: string,
  friends: Friends[],
  texts: string[],
  { perSecond, seconds, looks }: { perSecond: number; seconds: number; looks: boolean },
): Promise<Talk> {
  const done: Talk = { said: [], seconds: 0, again: 0, twice: 0, other: 0 };
  const faults: unknown[] = [];
  const running: Promise<void>[] = [];
  const aside = (work: Promise<void>) => running.push(work.catch((error: unknown) => void faults.push(error)));
  const looked = new Set<Said>();
  const deafen = friends.map((pair) =>
    listen(pair, (said, at) => {
      said.heard = at;
      if (looked.has(said)) aside(look(origin, pair, said));
    }),
  );

  const count = perSecond * seconds;
  const lines = friends.map(() => Promise.resolve());
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const { which, by, isLast } = turnOf(n, friends.length, count);
    const pair = friends[which] as Friends;
    const isTwice = isLast && which % TWICE_AT_ONCE === 0;
    const text = texts[n % texts.length] ?? '';
    const say = async () => {
      const said: Said = { by, clientId: randomUUID(), text, after: pair.last, sent: performance.now() };
      pair.said.push(said);
      done.said.push(said);
      if (looks && n % SOME === LOOKED_AT) looked.add(said);
      const [id, other] = await Promise.all([post(origin, pair, said), isTwice ? post(origin, pair, said) : null]);
      said.answered = performance.now();
      pair.last = id;
      if (other !== null && other !== id) done.other++;
      if (isTwice) done.twice++;
      else if (n % SOME === SENT_AGAIN) {
        done.again++;
        aside(
          sleep(AGAIN_AFTER_MS)
            .then(() => post(origin, pair, said))
            .then((second) => void (second === id || done.other++)),
        );
      }
    };
    lines[which] = (lines[which] ?? Promise.resolve()).then(say).catch((error: unknown) => void faults.push(error));
  }
  await Promise.all(lines);
  done.seconds = (performance.now() - begun) / 1000;
  await sleep(1_000);
  await Promise.all(running);
  for (const stop of deafen) stop();
  if (faults.length > 0) throw new Error(`${faults.length} requests failed, the first of them:`, { cause: faults[0] });
  return done;
}

/** Whose turn the message with this number is. */
function turnOf(n: number, pairCount: number, count: number): { which: number; by: 0 | 1; isLast: boolean } {
  const block = Math.floor(n / (AT_ONCE * TURN));
  const step = Math.floor((n % (AT_ONCE * TURN)) / AT_ONCE);
  const turn = block * AT_ONCE + (n % AT_ONCE);
  const isAnswer = step === TURN - 1;
  const begins = Math.floor(turn / pairCount) % 2;
  const next = n + (isAnswer ? TURN * pairCount - AT_ONCE * (TURN - 1) : AT_ONCE);
  return { which: turn % pairCount, by: (isAnswer ? 1 - begins : begins) as 0 | 1, isLast: next >= count };
}

/** Calls back when the tab of who did not write a message hears of it. @returns ends it */
function listen({ people, tabs, said }: Friends, hear: (one: Said, at: number) => void): () => void {
  const first = said.length;
  const stops = tabs.map((tab, side) => {
    // Both tabs hear once of every message of the pair, in their order: the writer may have other tabs.
    let place = first;
    const other = people[1 - side]?.id;
    const listener = (data: Buffer) => {
      const at = performance.now();
      const news = JSON.parse(data.toString()) as { kind: string; from?: string };
      if (news.kind !== 'chat' || news.from !== other) return;
      const one = said[place++];
      if (one && one.by !== side) hear(one, at);
    };
    tab.on('message', listener);
    return () => void tab.off('message', listener);
  });
  return () => stops.forEach((stop) => stop());
}

async function look(origin: string, { people }: Friends, said: Said): Promise<void> {
  const [writer, reader] = [people[said.by], people[1 - said.by] as Player];
  const news = await readChat(origin, reader, writer.id, said.after);
  if (!news.messages.some(({ clientId }) => clientId === said.clientId)) throw new Error('a message was told of before it could be read');
  said.seen = performance.now();
}

/** @returns the id of the message */
async function post(origin: string, { people }: Friends, { by, text, clientId }: Said): Promise<string> {
  const body = new URLSearchParams({ text, clientId }).toString();
  const { status, text: said } = await ask(`${origin}/chat/${people[1 - by]?.id}`, {
    method: 'POST',
    body,
    headers: {
      origin,
      cookie: people[by].cookie,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'content-length': String(Buffer.byteLength(body)),
    },
  });
  const answer = JSON.parse(said) as SendAnswer;
  if (status !== 200 || !answer.ok) throw new Error(`'${text}' was answered with ${status} ${said}`);
  return answer.message.id;
}

/** The end of a conversation, or what came after a message. */
export async function readChat(origin: string, reader: Player, friendId: string, after: string | null): Promise<Conversation> {
  const query = after === null ? '' : `?after=${after}`;
  const { status, text } = await ask(`${origin}/chat/${friendId}${query}`, { headers: { cookie: reader.cookie } });
  if (status !== 200) throw new Error(`a conversation was answered with ${status} ${text}`);
  return JSON.parse(text) as Conversation;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Asks over connections that stay open. */
export function ask(url: string, { body, ...options }: http.RequestOptions & { body?: string }): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** What became of all that was said: how many messages are missing, there twice, and in how many pairs they stand otherwise. */
export async function readBack(origin: string, friends: Friends[]): Promise<{ lost: number; doubled: number; otherwise: number }> {
  const result = { lost: 0, doubled: 0, otherwise: 0 };
  const check = async ({ people, said }: Friends, side: 0 | 1) => {
    const { messages, earlier } = await readChat(origin, people[side], people[1 - side]?.id ?? '', null);
    const ids = messages.map(({ clientId }) => clientId);
    const there = new Set(ids);
    result.lost += said.filter(({ clientId }) => !there.has(clientId)).length;
    result.doubled += ids.length - there.size;
    const kept = messages.map(({ clientId, mine, text }) => [clientId, mine, text]);
    const meant = said.map(({ clientId, by, text }) => [clientId, by === side, text]);
    if (earlier !== null || JSON.stringify(kept) !== JSON.stringify(meant)) result.otherwise++;
  };
  for (let from = 0; from < friends.length; from += AT_ONCE)
    await Promise.all(friends.slice(from, from + AT_ONCE).flatMap((pair) => [check(pair, 0), check(pair, 1)]));
  return result;
}
