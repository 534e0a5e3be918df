import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { HEARTBEAT } from '../../src/shared/live-events.ts';
import type { Conversation, SendMessageResult } from '../../src/features/chat/schema.ts';
import type { Player } from './players.ts';

// Friends write to each other at an even pace; measures what both sides experience.

/** This many pairs write at the same time; then the next pairs have their turn. */
const CONCURRENT_PAIRS = 10;
/** Messages per turn: two by one friend, then one by the other. */
const MESSAGES_PER_TURN = 3;
/** Of this many messages, one is fetched when its event arrives, and one is sent again after its response. */
const SAMPLE_EVERY = 9;
const FETCHED_SAMPLE = 2;
const RESENT_SAMPLE = 7;
const RESEND_DELAY_MS = 300;
/** In one of this many pairs, the last message is sent twice at the same time. */
const SENT_TWICE_EVERY = 5;

/** A message, and when (in milliseconds) it was sent, answered by the server, announced to the other tab, and readable. */
export type SentMessage = {
  by: 0 | 1;
  clientId: string;
  text: string;
  /** The last message that the other player already had. */
  after: string | null;
  sent: number;
  answered?: number;
  heard?: number;
  seen?: number;
};

/** Two friends, their open tabs, and their messages so far. */
export type ChatPair = { players: [Player, Player]; tabs: [WebSocket, WebSocket]; messages: SentMessage[]; last: string | null };

/**
 * The sent messages in chronological order; how many were sent again after their response, or twice at the same time; and how often the
 * response to that was a different message.
 */
export type ChatRunResult = { messages: SentMessage[]; seconds: number; resent: number; sentTwice: number; differentAnswers: number };

/** Pairs up the players, each with their tab. */
export function createPairs(players: Player[], tabs: WebSocket[]): ChatPair[] {
  return Array.from({ length: players.length / 2 }, (_, i) => ({
    players: players.slice(2 * i, 2 * i + 2) as [Player, Player],
    tabs: tabs.slice(2 * i, 2 * i + 2) as [WebSocket, WebSocket],
    messages: [],
    last: null,
  }));
}

/**
 * Lets friends write to each other. A player sends the next message only after the previous response, so each pair's messages have one
 * order.
 * @param looks whether the other player's page fetches some of the messages when their event arrives
 * @throws when a response is not the expected one
 */
export async function runChat(
  origin: string,
  friends: ChatPair[],
  texts: string[],
  { perSecond, seconds, fetchesMessages: looks }: { perSecond: number; seconds: number; fetchesMessages: boolean },
): Promise<ChatRunResult> {
  const result: ChatRunResult = { messages: [], seconds: 0, resent: 0, sentTwice: 0, differentAnswers: 0 };
  const errors: unknown[] = [];
  const running: Promise<void>[] = [];
  const runInBackground = (work: Promise<void>) => running.push(work.catch((error: unknown) => void errors.push(error)));
  const fetched = new Set<SentMessage>();
  const unsubscribes = friends.map((pair) =>
    subscribe(pair, (said, at) => {
      said.heard = at;
      if (fetched.has(said)) runInBackground(fetchMessage(origin, pair, said));
    }),
  );

  const count = perSecond * seconds;
  const queues = friends.map(() => Promise.resolve());
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const { which, by, isLast } = getTurn(n, friends.length, count);
    const pair = friends[which] as ChatPair;
    const isTwice = isLast && which % SENT_TWICE_EVERY === 0;
    const text = texts[n % texts.length] ?? '';
    const sendNext = async () => {
      const message: SentMessage = { by, clientId: randomUUID(), text, after: pair.last, sent: performance.now() };
      pair.messages.push(message);
      result.messages.push(message);
      if (looks && n % SAMPLE_EVERY === FETCHED_SAMPLE) fetched.add(message);
      const [id, other] = await Promise.all([sendMessage(origin, pair, message), isTwice ? sendMessage(origin, pair, message) : null]);
      message.answered = performance.now();
      pair.last = id;
      if (other !== null && other !== id) result.differentAnswers++;
      if (isTwice) result.sentTwice++;
      else if (n % SAMPLE_EVERY === RESENT_SAMPLE) {
        result.resent++;
        runInBackground(
          sleep(RESEND_DELAY_MS)
            .then(() => sendMessage(origin, pair, message))
            .then((second) => void (second === id || result.differentAnswers++)),
        );
      }
    };
    queues[which] = (queues[which] ?? Promise.resolve()).then(sendNext).catch((error: unknown) => void errors.push(error));
  }
  await Promise.all(queues);
  result.seconds = (performance.now() - begun) / 1000;
  await sleep(1_000);
  await Promise.all(running);
  for (const stop of unsubscribes) stop();
  if (errors.length > 0) throw new Error(`${errors.length} requests failed, the first of them:`, { cause: errors[0] });
  return result;
}

/** Which pair and player sends the message with this number. */
function getTurn(n: number, pairCount: number, count: number): { which: number; by: 0 | 1; isLast: boolean } {
  const block = Math.floor(n / (CONCURRENT_PAIRS * MESSAGES_PER_TURN));
  const step = Math.floor((n % (CONCURRENT_PAIRS * MESSAGES_PER_TURN)) / CONCURRENT_PAIRS);
  const turn = block * CONCURRENT_PAIRS + (n % CONCURRENT_PAIRS);
  const isAnswer = step === MESSAGES_PER_TURN - 1;
  const begins = Math.floor(turn / pairCount) % 2;
  const next = n + (isAnswer ? MESSAGES_PER_TURN * pairCount - CONCURRENT_PAIRS * (MESSAGES_PER_TURN - 1) : CONCURRENT_PAIRS);
  return { which: turn % pairCount, by: (isAnswer ? 1 - begins : begins) as 0 | 1, isLast: next >= count };
}

/** Calls back when the recipient's tab receives a message's event. @returns unsubscribe */
function subscribe({ players: people, tabs, messages: said }: ChatPair, onMessage: (one: SentMessage, at: number) => void): () => void {
  const first = said.length;
  const stops = tabs.map((tab, side) => {
    // Both tabs receive every message of the pair once and in order, the sender's too, since the sender may have other tabs.
    let position = first;
    const other = people[1 - side]?.id;
    const listener = (data: Buffer) => {
      const at = performance.now();
      if (data.toString() === HEARTBEAT) return;
      const event = JSON.parse(data.toString()) as { kind: string; from?: string };
      if (event.kind !== 'chat' || event.from !== other) return;
      const one = said[position++];
      if (one && one.by !== side) onMessage(one, at);
    };
    tab.on('message', listener);
    return () => void tab.off('message', listener);
  });
  return () => stops.forEach((stop) => stop());
}

async function fetchMessage(origin: string, { players: people }: ChatPair, message: SentMessage): Promise<void> {
  const [writer, reader] = [people[message.by], people[1 - message.by] as Player];
  const conversation = await fetchConversation(origin, reader, writer.id, message.after);
  if (!conversation.messages.some(({ clientId }) => clientId === message.clientId))
    throw new Error('a message was told of before it could be read');
  message.seen = performance.now();
}

/** @returns the id of the message */
async function sendMessage(origin: string, { players: people }: ChatPair, { by, text, clientId }: SentMessage): Promise<string> {
  const body = new URLSearchParams({ text, clientId }).toString();
  const { status, text: answerText } = await sendRequest(`${origin}/chat/${people[1 - by]?.id}`, {
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
  const answer = JSON.parse(answerText) as SendMessageResult;
  if (status !== 200 || !answer.ok) throw new Error(`'${text}' was answered with ${status} ${answerText}`);
  return answer.message.id;
}

/** The latest messages of a conversation, or those after a message. */
export async function fetchConversation(origin: string, reader: Player, friendId: string, after: string | null): Promise<Conversation> {
  const query = after === null ? '' : `?after=${after}`;
  const { status, text } = await sendRequest(`${origin}/chat/${friendId}${query}`, { headers: { cookie: reader.cookie } });
  if (status !== 200) throw new Error(`a conversation was answered with ${status} ${text}`);
  return JSON.parse(text) as Conversation;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request over keep-alive connections. */
export function sendRequest(
  url: string,
  { body, ...options }: http.RequestOptions & { body?: string },
): Promise<{ status: number; text: string }> {
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

/**
 * Checks the stored messages. @returns how many are missing, how many are duplicates, and in how many conversations the content or order
 * differs
 */
export async function verifyMessages(origin: string, friends: ChatPair[]): Promise<{ lost: number; doubled: number; otherwise: number }> {
  const result = { lost: 0, doubled: 0, otherwise: 0 };
  const check = async ({ players: people, messages: said }: ChatPair, side: 0 | 1) => {
    const { messages, earlier } = await fetchConversation(origin, people[side], people[1 - side]?.id ?? '', null);
    const ids = messages.map(({ clientId }) => clientId);
    const uniqueIds = new Set(ids);
    result.lost += said.filter(({ clientId }) => !uniqueIds.has(clientId)).length;
    result.doubled += ids.length - uniqueIds.size;
    const stored = messages.map(({ clientId, mine, text }) => [clientId, mine, text]);
    const expected = said.map(({ clientId, by, text }) => [clientId, by === side, text]);
    if (earlier !== null || JSON.stringify(stored) !== JSON.stringify(expected)) result.otherwise++;
  };
  for (let from = 0; from < friends.length; from += CONCURRENT_PAIRS)
    await Promise.all(friends.slice(from, from + CONCURRENT_PAIRS).flatMap((pair) => [check(pair, 0), check(pair, 1)]));
  return result;
}
