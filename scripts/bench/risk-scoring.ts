import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { sendMessage } from '../../src/features/chat/service.server.ts';
import { applyFriendAction } from '../../src/features/friends/service.server.ts';
import { seedLists } from '../../src/features/safety/service.server.ts';
import { startEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { AppError } from '../../src/shared/app-error.ts';
import { SYSTEM, type Actor } from '../../src/shared/permissions.ts';
import { createRandom } from '../random.ts';
import { formatTable, percentile, saveSection, type BenchmarkRow } from './report.ts';

// What risk scoring finds, how early, and how many ordinary players a moderator sees for nothing: invented conversations are
// replayed through the real services with a clock that follows them. BENCH_PART=seen leaves the unseen part alone, for work on the weights.

const root = path.resolve(import.meta.dirname, '../..');
const SEED = 55;
/** Ordinary players made of the seen chats and of the unseen ones. */
const ORDINARY = { seen: 400, unseen: 200 };
/** The replay is about rules, and its database is thrown away. */
const DATABASE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 5, 12);

type Part = keyof typeof ORDINARY;
type Player = Extract<Actor, { kind: 'player' }>;
/** Hours since the first request, what happens, who the other one is, and what is written. */
type GroomingEvent = [
  hours: number,
  action: 'ask' | 'accept' | 'decline' | 'block' | 'remove' | 'say' | 'hear',
  other: string,
  text?: string,
];
type Groomer = { id: string; style: string; unseen: boolean; events: GroomingEvent[] };
type Chat = { unseen: boolean; messages: [hours: number, who: 'A' | 'B', text: string][] };
/** When a case was opened: after how many of the sender's messages, and how many hours after the first event and before the last. */
type Found = { messages: number; hours: number; before: number };
type Replay = { ctx: AppContext; setClock(hours: number): void };

/** Prints what is found of the invented conversations. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-'));
  const database = await startEmbeddedDatabase(path.join(folder, 'postgres'), () => {}, DATABASE_SETTINGS);
  let hours = 0;
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), DATABASE_POOL: '4', LOG_LEVEL: 'error' });
  const ctx = await createAppContext(config, {
    migrations: path.join(root, 'migrations'),
    now: () => new Date(START_MS + hours * HOUR_MS),
  });
  try {
    await seedLists(ctx, SYSTEM, path.join(root, 'wordlists'));
    const setClock = (to: number) => void (hours = to);
    const parts: Part[] = process.env['BENCH_PART'] === 'seen' ? ['seen'] : ['seen', 'unseen'];
    const rows: BenchmarkRow[] = [];
    for (const part of parts) rows.push(...(await measure({ ctx, setClock }, part)));
    const text = [
      '## risk-scoring',
      `60 invented senders who groom (20 unseen: measured after the weights were chosen) and 600 ordinary players, each with one to three conversations that a seeded generator takes from 122 hand-written ones (40 unseen). The same author wrote the conversations, before the weights, and the lists: on what others write it will find less. One run on ${new Date().toISOString().slice(0, 10)}.`,
      formatTable(rows),
    ].join('\n\n');
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('risk-scoring', text);
  } finally {
    await ctx.close();
    await database.stop();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function readLines<T>(file: string): Promise<T[]> {
  const text = await fs.readFile(path.join(root, 'wordlists/labelled', file), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

async function measure(replay: Replay, part: Part): Promise<BenchmarkRow[]> {
  const isOfPart = ({ unseen }: { unseen: boolean }) => unseen === (part === 'unseen');
  const groomers = (await readLines<Groomer>('grooming-over-time.jsonl')).filter(isOfPart);
  const chats = (await readLines<Chat>('ordinary-chats.jsonl')).filter(isOfPart);
  const found: Found[] = [];
  for (const groomer of groomers) {
    const one = await replayGroomer(replay, groomer);
    if (one) found.push(one);
    else if (part === 'seen') process.stdout.write(`not found: ${groomer.id}, ${groomer.style}\n`);
  }
  const random = createRandom(SEED + ORDINARY[part]);
  const ordinary = { players: 0, friends: 0, mates: 0, conversations: 0 };
  const count = ORDINARY[part];
  for (let i = 0; i < count; i++) {
    const { isPlayerNoticed, noticedFriends, mates, conversations } = await replayOrdinary(replay, chats, random);
    ordinary.players += Number(isPlayerNoticed);
    ordinary.friends += noticedFriends;
    ordinary.mates += mates;
    ordinary.conversations += conversations;
  }
  const row = (metric: string, measured: string): BenchmarkRow => ({ metric: `${part}: ${metric}`, measured, target: '', ok: true });
  const median = (numbers: number[]) => (numbers.length === 0 ? 'none' : String(Math.round(percentile(numbers, 0.5) * 10) / 10));
  const early = found.filter(({ before }) => before >= 24).length;
  return [
    row('senders who groom and become a case', `${found.length} of ${groomers.length}`),
    row('after how many of their messages, median', median(found.map(({ messages }) => messages))),
    row('how many hours after their first friend request, median', median(found.map((one) => one.hours))),
    row('a day or more before the end of what they did', `${early} of ${groomers.length}`),
    row(`ordinary players who become a case for nothing, in ${ordinary.conversations} conversations`, `${ordinary.players} of ${count}`),
    row('and of the players of their class', `${ordinary.friends} of ${ordinary.mates}`),
  ];
}

async function replayGroomer(replay: Replay, { events }: Groomer): Promise<Found | null> {
  const others = new Map<string, Player>();
  const names = new Set(events.map(([, , name]) => name));
  const [sender, ...rest] = await addPlayers(replay.ctx, names.size + 1);
  if (!sender) throw new Error('there is no sender');
  for (const [index, name] of [...names].entries()) others.set(name, rest[index] as Player);
  let messages = 0;
  const last = events.at(-1)?.[0] ?? 0;
  for (const [hours, action, name, text = ''] of events) {
    const other = others.get(name) as Player;
    replay.setClock(hours);
    messages += Number(action === 'say');
    await ignoreRefusals(async () => {
      if (action === 'say') await send(replay.ctx, sender, other, text);
      else if (action === 'hear') await send(replay.ctx, other, sender, text);
      else if (action === 'ask') await applyFriendAction(replay.ctx, sender, { do: 'ask', id: other.id });
      else await applyFriendAction(replay.ctx, other, { do: action, id: sender.id });
    });
    if ((await countCases(replay.ctx, [sender.id])) > 0) return { messages, hours, before: last - hours };
  }
  return null;
}

/** A child with a class: asks some of it, most accept, and writes with one to three of them. */
async function replayOrdinary(
  replay: Replay,
  chats: Chat[],
  random: () => number,
): Promise<{ isPlayerNoticed: boolean; noticedFriends: number; mates: number; conversations: number }> {
  const { ctx } = replay;
  const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const [me, ...mates] = await addPlayers(ctx, pick(4, 14));
  if (!me) throw new Error('there is no player');
  const events: { hours: number; happen(): Promise<unknown> }[] = [];
  const at = (hours: number, happen: () => Promise<unknown>) => void events.push({ hours, happen });
  const act = (actor: Player, action: string, other: Player) => () => applyFriendAction(ctx, actor, { do: action, id: other.id });
  for (const [index, mate] of mates.entries()) {
    const next = mates[index + 1];
    // Some of the class are friends already.
    if (next && random() < 0.4) {
      at(0, act(mate, 'ask', next));
      at(0.1, act(next, 'accept', mate));
    }
  }
  let conversations = 0;
  const wanted = pick(1, 3);
  for (const mate of mates) {
    if (random() < 0.25) continue;
    const asked = 1 + random() * 96;
    at(asked, act(me, 'ask', mate));
    const answer = random();
    if (answer > 0.9) continue;
    const answered = asked + 0.1 + random() * 24;
    if (answer > 0.82) {
      at(answered, act(mate, 'decline', me));
      continue;
    }
    at(answered, act(mate, 'accept', me));
    if (conversations < wanted) {
      conversations++;
      const sequences = pick(1, 3);
      let begin = answered + 0.1;
      for (let i = 0; i < sequences; i++) {
        begin += random() * 48;
        const { messages } = chats[pick(0, chats.length - 1)] as Chat;
        const isMine = random() < 0.5 ? 'A' : 'B';
        for (const [hours, who, text] of messages)
          at(begin + hours, () => (who === isMine ? send(ctx, me, mate, text) : send(ctx, mate, me, text)));
        begin += messages.at(-1)?.[0] ?? 0;
      }
    }
    const end = random();
    if (end < 0.06) at(400, act(mate, 'remove', me));
    else if (end < 0.09) at(400, act(mate, 'block', me));
  }
  for (const { hours, happen } of events.toSorted((one, other) => one.hours - other.hours)) {
    replay.setClock(hours);
    await ignoreRefusals(happen);
  }
  const noticedFriends = await countCases(
    ctx,
    mates.map(({ id }) => id),
  );
  return { isPlayerNoticed: (await countCases(ctx, [me.id])) > 0, noticedFriends, mates: mates.length, conversations };
}

async function send(ctx: AppContext, from: Player, to: Player, text: string): Promise<void> {
  await sendMessage(ctx, from, to.id, { text, clientId: randomUUID() });
}

/** What is not possible any more, such as writing to somebody who blocked, is a part of the story. */
async function ignoreRefusals(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function addPlayers(ctx: AppContext, count: number): Promise<Player[]> {
  const players = Array.from({ length: count }, (): Player => ({ kind: 'player', id: ctx.newId(), role: 'player', premium: false }));
  await ctx.db
    .insertInto('players')
    .values(
      players.map(({ id }) => {
        const username = `p${id.replaceAll('-', '').slice(-19)}`;
        return {
          id,
          username,
          display_name: 'Player',
          email: `${username}@example.com`,
          email_confirmed: true,
          // Of age, because all of them write their own words.
          birth_month: '1990-01',
          age_band: 18,
        };
      }),
    )
    .execute();
  return players;
}

async function countCases(ctx: AppContext, playerIds: string[]): Promise<number> {
  if (playerIds.length === 0) return 0;
  const { cases } = await ctx.db
    .selectFrom('player_reports')
    .select((eb) => eb.fn.countAll<number>().as('cases'))
    .where('reason', '=', 'risk-score')
    .where('reported_player_id', 'in', playerIds)
    .executeTakeFirstOrThrow();
  return cases;
}
