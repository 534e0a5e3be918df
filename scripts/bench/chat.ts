import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { normalizeText } from '../../src/features/safety/characters.rules.ts';
import { parseNumberWord } from '../../src/features/safety/phone-numbers.rules.ts';
import { moderateMessage, moderateMessages } from '../../src/features/safety/service.server.ts';
import { readCpuMs } from './process-usage.ts';
import { befriend, makeConversations, measureOpening } from './chat-opening.ts';
import { createPairs, verifyMessages, runChat, type SentMessage } from './chat-load.ts';
import { makePlayers, type Player } from './players.ts';
import { saveSection, describeMachine, percentile, formatTable, type BenchmarkRow } from './report.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { openSockets } from './sockets.ts';

// Friends who write to each other on one process: how soon messages arrive, and whether all are stored once and in order, compared with a
// bare server that only forwards them. Then: what opening a long conversation costs.

const PAIRS = 2_000;
const PER_SECOND = 200;
const SECONDS = 60;
const BARE_SECONDS = 20;
const WARMUP_SECONDS = 5;
/** How many different messages there are. */
const TEXT_COUNT = 3_000;
const SENTENCE_COUNT = 150;

/** Prints how the chat performs with 4,000 players online. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-chat-'));
  const [port, gamesPort, barePort] = (await freePorts(3)) as [number, number, number];
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), { migrations: path.join(root, 'migrations') });
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: dataDir,
    ROLES: 'web,live',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const bare = spawn(process.execPath, [path.join(root, 'scripts/bench/bare-chat.ts'), String(barePort)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await waitUntilUp(`http://127.0.0.1:${port}/healthz`);
    // The server has already seeded the filter's lists.
    const texts = await messageTexts(ctx, path.join(root, 'wordlists/labelled/allowed.txt'));
    const all = await makePlayers(ctx, 2 * PAIRS + 3);
    const players = all.slice(0, 2 * PAIRS);
    const long = all.slice(2 * PAIRS) as [Player, Player, Player];
    await befriend(
      ctx,
      Array.from({ length: PAIRS }, (_, i) => players.slice(2 * i, 2 * i + 2) as [Player, Player]),
    );
    await makeConversations(ctx, long, texts);
    await sql`vacuum analyze`.execute(ctx.db);
    await sql`checkpoint`.execute(ctx.db);
    const lines = [
      ...(await measureBare(bare, barePort, players, texts)),
      ...(await measure(server, port, players, texts)),
      ...(await measureOpening(`http://127.0.0.1:${port}`, long)),
    ];
    const text = `## chat\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. The senders, the sockets' other ends and PostgreSQL ran on the same machine.\n\n${formatTable(lines)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('chat', text);
  } finally {
    bare.kill('SIGKILL');
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    await ctx.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** Realistic messages: one to four sentences, all of which pass the filter. */
async function messageTexts(ctx: AppContext, file: string): Promise<string[]> {
  const lines = (await fs.readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const sentences = await chooseUnrelated(ctx, lines);
  const texts: string[] = [];
  for (let i = 0; texts.length < TEXT_COUNT; i++) {
    const text = Array.from({ length: 1 + (i % 4) }, (_, next) => sentences[(i * 7 + next * 31) % sentences.length]).join(' ');
    if ((await moderateMessage(ctx, text)).refused === null) texts.push(text);
  }
  return texts;
}

/** Sentences that may follow each other: the filter checks messages in a row together, and no message of the benchmark may be refused. */
async function chooseUnrelated(ctx: AppContext, lines: string[]): Promise<string[]> {
  const chosen: string[] = [];
  const follows = async (first: string, second: string) => (await moderateMessages(ctx, [first, second])) === null;
  for (const line of lines.filter(hasNoFigures)) {
    const checks = [line, ...chosen].flatMap((other) => [follows(line, other), follows(other, line)]);
    if ((await Promise.all(checks)).every(Boolean)) chosen.push(line);
    if (chosen.length === SENTENCE_COUNT) return chosen;
  }
  throw new Error(`of ${lines.length} sentences only ${chosen.length} may follow each other`);
}

/** Figures of several messages may be a phone number together. */
function hasNoFigures(line: string): boolean {
  return !/\d/.test(line) && (normalizeText(line).match(/[a-z]+/g) ?? []).every((word) => parseNumberWord(word) === null);
}

async function measureBare(bare: ChildProcess, port: number, players: Player[], texts: string[]): Promise<BenchmarkRow[]> {
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilUp(`${origin}/`);
  // The bare server has no sessions: a player's cookie is their id.
  const known = players.map(({ id }) => ({ id, cookie: id }));
  const tabs = await openSockets(`ws://127.0.0.1:${port}/`, known.length, { header: (i) => ({ cookie: known[i]?.cookie ?? '' }) });
  const friends = createPairs(known, tabs);
  await runChat(origin, friends, texts, { perSecond: PER_SECOND, seconds: WARMUP_SECONDS, fetchesMessages: false });
  const before = await processorSeconds(bare);
  const { messages: said, seconds } = await runChat(origin, friends, texts, {
    perSecond: PER_SECOND,
    seconds: BARE_SECONDS,
    fetchesMessages: false,
  });
  const share = ((await processorSeconds(bare)) - before) / seconds;
  for (const tab of tabs) tab.terminate();
  bare.kill('SIGKILL');
  await sleep(2_000);
  const times = elapsedTimes(said, 'sent', 'heard');
  return [
    {
      metric: `bare server that passes on ${said.length} messages at ${PER_SECOND}/s to ${players.length} sockets: sent to heard by the other side`,
      measured: `p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}; ${(share * 100).toFixed(0)} % of one core`,
      target: '',
      ok: true,
    },
  ];
}

async function measure(server: ChildProcess, port: number, players: Player[], texts: string[]): Promise<BenchmarkRow[]> {
  const origin = `http://127.0.0.1:${port}`;
  const opening = performance.now();
  const tabs = await openSockets(`ws://127.0.0.1:${port}/live`, players.length, {
    header: (i) => ({ origin, cookie: players[i]?.cookie ?? '' }),
  });
  const opened = performance.now() - opening;
  // Wait until their friends have received the presence events.
  await sleep(5_000);
  const friends = createPairs(players, tabs);
  await runChat(origin, friends, texts, { perSecond: PER_SECOND, seconds: WARMUP_SECONDS, fetchesMessages: true });
  const before = await processorSeconds(server);
  const chat = await runChat(origin, friends, texts, { perSecond: PER_SECOND, seconds: SECONDS, fetchesMessages: true });
  const share = ((await processorSeconds(server)) - before) / chat.seconds;
  const verified = await verifyMessages(origin, friends);
  for (const tab of tabs) tab.terminate();
  return [
    {
      metric: `${players.length} players connect, each with their session`,
      measured: `${(opened / 1000).toFixed(1)} s`,
      target: '',
      ok: true,
    },
    ...toRows(chat, verified),
    { metric: 'the server process meanwhile', measured: `${(share * 100).toFixed(0)} % of one core`, target: '', ok: true },
  ];
}

type ChatFigures = Awaited<ReturnType<typeof runChat>>;
type StoredFigures = Awaited<ReturnType<typeof verifyMessages>>;

function toRows(
  { messages: said, seconds, resent: again, sentTwice: twice, differentAnswers: other }: ChatFigures,
  { lost, doubled, otherwise }: StoredFigures,
): BenchmarkRow[] {
  const heard = elapsedTimes(said, 'sent', 'heard');
  const answered = elapsedTimes(said, 'sent', 'answered');
  const [toSeen, sentToSeen] = [elapsedTimes(said, 'heard', 'seen'), elapsedTimes(said, 'sent', 'seen')];
  const [p50, p99] = [percentile(heard, 0.5), percentile(heard, 0.99)];
  const rate = said.length / seconds;
  return [
    {
      metric: `${said.length} messages of ${PAIRS} pairs over HTTP: sent`,
      measured: `${rate.toFixed(1)}/s`,
      target: `${PER_SECOND}/s`,
      ok: rate >= PER_SECOND * 0.98,
    },
    { metric: 'heard of by the other side', measured: `${heard.length}`, target: 'all', ok: heard.length === said.length },
    { metric: 'sent to heard by the other side, p50', measured: `${p50.toFixed(1)} ms`, target: '40 ms', ok: p50 <= 40 },
    { metric: 'sent to heard by the other side, p99', measured: `${p99.toFixed(1)} ms`, target: '250 ms', ok: p99 <= 250 },
    {
      metric: `heard to read (GET /chat/{friend}?after=), ${toSeen.length} of the messages`,
      measured: `p50 ${ms(toSeen, 0.5)}, p99 ${ms(toSeen, 0.99)}`,
      target: '',
      ok: true,
    },
    { metric: 'sent to read, of the same', measured: `p50 ${ms(sentToSeen, 0.5)}, p99 ${ms(sentToSeen, 0.99)}`, target: '', ok: true },
    { metric: 'sent to answered', measured: `p50 ${ms(answered, 0.5)}, p99 ${ms(answered, 0.99)}`, target: '', ok: true },
    {
      metric: `read back by both sides: lost, doubled, conversations in another order; other answers when sent again (${again} after the answer, ${twice} twice at once)`,
      measured: `${lost}, ${doubled}, ${otherwise}; ${other}`,
      target: 'none',
      ok: lost + doubled + otherwise + other === 0,
    },
  ];
}

/** Milliseconds between two moments, for the messages that have both. */
function elapsedTimes(said: SentMessage[], from: 'sent' | 'heard', to: 'answered' | 'heard' | 'seen'): number[] {
  return said.flatMap((one) => {
    const [begin, end] = [one[from], one[to]];
    return begin === undefined || end === undefined ? [] : [end - begin];
  });
}

const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;

/** CPU seconds that a process has used (Linux). */
async function processorSeconds({ pid }: ChildProcess): Promise<number> {
  return (await readCpuMs(pid)) / 1000;
}
