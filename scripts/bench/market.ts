import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { generateGames } from './generate.ts';
import { makePlayers, type Player } from './players.ts';
import { saveSection, describeMachine, percentile, formatTable, measureMs, type BenchmarkRow } from './report.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';

// The built server while players race for items, upload pictures, and visit a profile with a long history; each compared with what the same
// costs on a bare server, or for a profile without a history. Over HTTP, through the forms' own URLs.

const BUYERS = 100;
const PIECES = 10;
const PRICE = 10;
const FAVORITES = 1_000;
const PLAYS = 10_000;
/** As large as a phone's picture may be. */
const PICTURE = { width: 1600, height: 1200, quality: 92 };
/** How many pictures a player may upload per day. */
const UPLOADS_PER_PLAYER = 10;

/** How much is measured; BENCH_SMALL=1 only checks that it works. */
const SIZE =
  process.env['BENCH_SMALL'] === '1'
    ? { races: 3, sales: 5, uploads: 20, looks: 60, games: 1_200 }
    : { races: 20, sales: 40, uploads: 200, looks: 600, games: 5_000 };

/** Includes a first batch that is only the warm-up. */
const UPLOADS = SIZE.uploads + UPLOADS_PER_PLAYER;
const UPLOADERS = Math.ceil(SIZE.uploads / UPLOADS_PER_PLAYER) + 1;

/** Prints how fast items are sold, pictures are processed and profiles are rendered. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-market-'));
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), { migrations: path.join(root, 'migrations') });
  const [port, gamesPort, barePort] = (await freePorts(3)) as [number, number, number];
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: dataDir,
    API_RATE: '0',
    PAGE_RATE: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  await generateGames(ctx.databaseUrl, SIZE.games, () => {});
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const bare = spawn(process.execPath, [path.join(root, 'scripts/bench/bare.ts')], {
    env: { ...env, PORT: String(barePort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const [own, plain] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}`];
    await waitUntilUp(`${own}/healthz`);
    await waitUntilUp(`${plain}/healthz`);
    await waitForSeededItems(ctx);
    const players = await makePlayers(ctx, BUYERS + UPLOADERS + 2);
    const [buyers, uploaders] = [players.slice(0, BUYERS), players.slice(BUYERS, -2)];
    const [long, empty] = players.slice(-2) as [Player, Player];
    const lines = [
      ...(await measureSales(ctx, own, plain, buyers)),
      ...(await measureUploads(ctx, own, plain, uploaders)),
      ...(await measureProfiles(ctx, own, plain, { long, empty })),
    ];
    const text = `## market\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. Buyers, both servers and PostgreSQL ran on the same machine.\n\n${formatTable(lines)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('market', text);
  } finally {
    bare.kill('SIGKILL');
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    await ctx.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until the server has seeded the items. */
async function waitForSeededItems(ctx: AppContext): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const row = await ctx.db.selectFrom('items').select('id').where('id', '=', 'football').executeTakeFirst();
    if (row) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the catalog stays empty');
}

// ---------- selling

async function measureSales(ctx: AppContext, origin: string, bareOrigin: string, buyers: Player[]): Promise<BenchmarkRow[]> {
  const races = await addItems(ctx, 'race', SIZE.races, PIECES);
  const sales = await addItems(ctx, 'sale', SIZE.sales, null);
  const purse = PRICE * (SIZE.races + SIZE.sales + 1);
  for (const { id } of buyers) await fillWallet(ctx, id, purse);
  const [warm = ''] = await addItems(ctx, 'warm', 1, null);
  await buyConcurrently(origin, buyers, [warm]);

  const raced = await buyConcurrently(origin, buyers, races);
  const sold = await buyConcurrently(origin, buyers, sales);
  const bare = await postConcurrently(bareOrigin, SIZE.sales);
  const inconsistencies = await countInconsistencies(ctx, buyers, { races, sales, warm, startBalance: purse });
  const rate = ({ times, seconds }: LoadResult) => `${Math.round(times.length / seconds)}/s; p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}`;
  return [
    { metric: `bare server that takes the same forms, ${BUYERS} at once`, measured: rate(bare), target: '', ok: true },
    {
      metric: `${BUYERS} buyers at once, each item after the other without an end of stock: purchases`,
      measured: rate(sold),
      target: '',
      ok: true,
    },
    {
      metric: `${BUYERS} buyers race for ${PIECES} pieces, ${SIZE.races} times: answers`,
      measured: rate(raced),
      target: '',
      ok: true,
    },
    {
      metric:
        'pieces too many or too few, numbers twice, wallets that are not the sum of their ledger or not what is left, items that were not paid',
      measured: String(inconsistencies),
      target: 'none',
      ok: inconsistencies === 0,
    },
  ];
}

type LoadResult = { times: number[]; seconds: number };

/** All buyers buy each item in turn, all at the same time. */
async function buyConcurrently(origin: string, buyers: Player[], items: string[]): Promise<LoadResult> {
  const times: number[] = [];
  const started = performance.now();
  for (const item of items)
    await Promise.all(
      buyers.map(async ({ cookie }) => {
        const body = new URLSearchParams({ item, key: `${item}:${PRICE}` }).toString();
        const ask = () => send(`${origin}/catalog.data`, { method: 'POST', body, headers: { ...getFormHeaders(body), origin, cookie } });
        times.push(await measureMs(() => expectOk(ask())));
      }),
    );
  return { times, seconds: (performance.now() - started) / 1000 };
}

async function postConcurrently(origin: string, rounds: number): Promise<LoadResult> {
  const times: number[] = [];
  const body = new URLSearchParams({ item: 'sale-1', key: `sale-1:${PRICE}` }).toString();
  const started = performance.now();
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      Array.from({ length: BUYERS }, async () => {
        times.push(await measureMs(() => expectOk(send(`${origin}/`, { method: 'POST', body, headers: getFormHeaders(body) }))));
      }),
    );
  return { times, seconds: (performance.now() - started) / 1000 };
}

/** Inserts copies of a seeded item. @returns their ids */
async function addItems(ctx: AppContext, name: string, count: number, stock: number | null): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `${name}-${i + 1}`);
  await sql`
    insert into items (id, name, category, price, stock, picture, thumb, position)
    select t.id, t.id, i.category, ${PRICE}, ${stock}, i.picture, i.thumb, 100000 from items i, unnest(${ids}::text[]) as t (id)
    where i.id = 'football'`.execute(ctx.db);
  return ids;
}

async function fillWallet(ctx: AppContext, playerId: string, amount: number): Promise<void> {
  await ctx.db.insertInto('wallets').values({ player_id: playerId, balance: amount }).execute();
  await ctx.db
    .insertInto('ledger')
    .values({ id: ctx.newId(), player_id: playerId, amount, balance: amount, source: 'pack', source_ref: `bench ${playerId}` })
    .execute();
}

type ExpectedSales = { races: string[]; sales: string[]; warm: string; startBalance: number };

/** Counts the inconsistencies in the stored data after the sales. */
async function countInconsistencies(
  ctx: AppContext,
  buyers: Player[],
  { races, sales, warm, startBalance: purse }: ExpectedSales,
): Promise<number> {
  const ids = buyers.map(({ id }) => id);
  const { rows } = await sql<{ n: number }>`
    with owned as (select item_id, count(*)::int as owners, count(distinct number)::int as numbers, max(number) as last
        from inventory group by item_id),
      mine as (select player_id, count(*)::int as items from inventory group by player_id),
      booked as (select player_id, sum(amount)::int as total from ledger group by player_id)
    select (
      (select count(*) from unnest(${races}::text[]) as t (id) left join owned o on o.item_id = t.id left join items i on i.id = t.id
        where o.owners is distinct from ${PIECES} or o.numbers <> ${PIECES} or o.last <> ${PIECES} or i.sold <> ${PIECES})
      + (select count(*) from unnest(${[...sales, warm]}::text[]) as t (id) left join owned o on o.item_id = t.id
        where o.owners is distinct from ${BUYERS})
      + (select count(*) from unnest(${ids}::uuid[]) as t (id) join wallets w on w.player_id = t.id
          left join mine m on m.player_id = t.id left join booked b on b.player_id = t.id
        where w.balance is distinct from b.total or w.balance is distinct from ${purse}::int - ${PRICE}::int * m.items)
    )::int as n`.execute(ctx.db);
  return rows[0]?.n ?? -1;
}

// ---------- pictures

async function measureUploads(ctx: AppContext, origin: string, bareOrigin: string, players: Player[]): Promise<BenchmarkRow[]> {
  for (const { id } of players) await givePremium(ctx, id);
  const picture = await createPhoto();
  const { body, type } = toMultipart(picture);
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const own: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < UPLOADS; i++) {
    const { cookie = '' } = players[Math.floor(i / UPLOADS_PER_PLAYER)] ?? {};
    const ask = () => send(`${origin}/avatar-customization.data`, { method: 'POST', body, headers: { ...headers, origin, cookie } });
    const took = await measureMs(() => expectOk(ask()));
    const plain = await measureMs(() => expectOk(send(`${bareOrigin}/`, { method: 'POST', body, headers })));
    if (i < UPLOADS_PER_PLAYER) continue;
    own.push(took);
    bare.push(plain);
  }
  const { n } = await ctx.db
    .selectFrom('avatar_uploads')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  const kb = Math.round(picture.length / 1000);
  const of = `${PICTURE.width} x ${PICTURE.height}, ${kb} KB, one after the other`;
  return [
    { metric: `bare server that takes a picture (${of})`, measured: `p50 ${ms(bare, 0.5)}, p95 ${ms(bare, 0.95)}`, target: '', ok: true },
    {
      metric: `a picture is brought: looked at, made anew, kept, and waits (${of})`,
      measured: `p50 ${ms(own, 0.5)}, p95 ${ms(own, 0.95)}`,
      target: '',
      ok: true,
    },
    {
      metric: 'pictures that were kept',
      measured: n,
      target: String(UPLOADS),
      ok: Number(n) === UPLOADS,
    },
  ];
}

/** A synthetic photo with detail everywhere, so that it is as hard to decode as a real one. */
async function createPhoto(): Promise<Buffer> {
  const { width, height, quality } = PICTURE;
  const small = await sharp({
    create: { width: width / 4, height: height / 4, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer();
  return sharp(small).resize(width, height).jpeg({ quality }).toBuffer();
}

function toMultipart(picture: Buffer): { body: Buffer; type: string } {
  const edge = 'kiddo-bench-edge';
  const part = (head: string) => Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`);
  const body = Buffer.concat([
    part('name="do"'),
    Buffer.from('upload\r\n'),
    part('name="picture"; filename="mine.jpg"\r\ncontent-type: image/jpeg'),
    picture,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${edge}` };
}

async function givePremium(ctx: AppContext, playerId: string): Promise<void> {
  const [subscription, reference] = [ctx.newId(), `bench-${playerId}`];
  await sql`
    insert into subscriptions (id, player_id, plan_id, channel, provider, state, paid_until)
    values (${subscription}, ${playerId}, 'premium', 'mpesa', 'till', 'active', now() + interval '30 days')`.execute(ctx.db);
  await sql`
    insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, state, paid_at)
    values (${reference}, 'till', ${playerId}, 'pass', 'premium', 'mpesa', 9900, 'KES', 'success', now())`.execute(ctx.db);
  await sql`
    insert into paid_periods (reference, player_id, plan_id, subscription_id, begins_at, ends_at)
    values (${reference}, ${playerId}, 'premium', ${subscription}, now(), now() + interval '30 days')`.execute(ctx.db);
}

// ---------- profiles

const TABS = ['', '?tab=history'];

async function measureProfiles(
  ctx: AppContext,
  origin: string,
  bareOrigin: string,
  { long, empty }: Record<'long' | 'empty', Player>,
): Promise<BenchmarkRow[]> {
  await createPlayHistory(ctx, long.id);
  const lines: BenchmarkRow[] = [];
  for (const tab of TABS) {
    const address = `${origin}/profile${tab}`;
    const look = ({ cookie }: Player) => send(address, { headers: { cookie, 'accept-encoding': 'identity' } });
    const page = await expectOk(look(long));
    await expectOk(send(`${bareOrigin}/bytes`, { method: 'POST', body: page, headers: { 'content-length': String(page.length) } }));
    const times: Record<'long' | 'empty' | 'bare', number[]> = { long: [], empty: [], bare: [] };
    for (let i = 0; i < SIZE.looks + 20; i++) {
      const took = [
        await measureMs(() => expectOk(look(long))),
        await measureMs(() => expectOk(look(empty))),
        await measureMs(() => expectOk(send(`${bareOrigin}/bytes`))),
      ] as const;
      if (i < 20) continue;
      times.long.push(took[0]);
      times.empty.push(took[1]);
      times.bare.push(took[2]);
    }
    const [p95, p95Empty] = [percentile(times.long, 0.95), percentile(times.empty, 0.95)];
    const both = (some: number[]) => `p50 ${ms(some, 0.5)}, p95 ${ms(some, 0.95)}`;
    lines.push(
      {
        metric: `bare server that sends the bytes of /profile${tab} (${Math.round(page.length / 1000)} KB)`,
        measured: both(times.bare),
        target: '',
        ok: true,
      },
      { metric: `/profile${tab} of a player without a past`, measured: both(times.empty), target: '', ok: true },
      {
        metric: `/profile${tab} of a player with ${FAVORITES.toLocaleString('en')} favorites and ${PLAYS.toLocaleString('en')} plays`,
        measured: `${both(times.long)}; ${(p95 / p95Empty).toFixed(2)} times the empty one's p95`,
        target: '2 times',
        ok: p95 / p95Empty <= 2,
      },
    );
  }
  return lines;
}

async function createPlayHistory(ctx: AppContext, playerId: string): Promise<void> {
  await sql`
    insert into favorites (player_id, game_id, created_at)
    select ${playerId}, id, now() - n * interval '1 minute'
    from (select id, row_number() over (order by id) as n from games where hidden_at is null limit ${FAVORITES}) as g`.execute(ctx.db);
  await sql`
    insert into play_history (id, player_id, game_id, played_at)
    select gen_random_uuid(), ${playerId}, g.id, now() - n * interval '1 hour'
    from generate_series(1, ${PLAYS}) as n
      join (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from games where hidden_at is null) as g
        on g.place = n % g.total`.execute(ctx.db);
  const count = async (name: 'favorites' | 'play_history') =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from ${sql.table(name)} where player_id = ${playerId}`.execute(ctx.db)).rows[0]?.n,
    );
  const made = [await count('favorites'), await count('play_history')];
  if (made[0] !== FAVORITES || made[1] !== PLAYS) throw new Error(`the past has ${made.join(' and ')} entries`);
  await sql`vacuum analyze favorites, play_history`.execute(ctx.db);
}

// ---------- shared by all of them

const agent = new http.Agent({ keepAlive: true, maxSockets: BUYERS });
const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
const getFormHeaders = (body: string) => ({
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': String(Buffer.byteLength(body)),
});

type Answer = { status: number; body: Buffer };

function send(url: string, { body, ...options }: http.RequestOptions & { body?: string | Buffer } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
      answer.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function expectOk(asked: Promise<Answer>): Promise<Buffer> {
  const { status, body } = await asked;
  if (status !== 200) throw new Error(`answered with ${status}: ${body.toString('utf8').slice(0, 200)}`);
  return body;
}
