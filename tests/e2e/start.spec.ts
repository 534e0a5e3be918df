import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { PRODUCTION_SETTINGS } from '../production-settings.ts';
import { root, createSiteEnv, startSite, type RunningSite } from './own-site.ts';
import { reconnect, query } from './players.ts';
import { buy, runConcurrently, makePaymentChecksDue, createBuyers, listPaidInSandbox, planPurchases } from './purchases.ts';

// `npm start` as an operator uses it: a problem is reported in one sentence, and the process ends cleanly.

const pidOfDatabase = async (env: Record<string, string>) =>
  Number((await fs.readFile(path.join(env['DATA_DIR'] ?? '', 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('it says where it is ready and who can sign in, shows games that were played, and SIGTERM ends it and its database', async () => {
  const { DEMO_WORLD: _, ...env } = await createSiteEnv();
  const site = await startSite(env);
  expect(site.out).toContain(`Kiddo is ready: http://localhost:${env['PORT']}`);
  expect(site.out).toContain('Sign in as amina, brian, chao, mod, ops; their password is kiddo-demo');
  const [played] = await query<{ games: number; players: number }>(
    'select (select count(*)::int from games where plays_30d > 0) as games, (select count(*)::int from players) as players',
    [],
    env['DATA_DIR'],
  );
  expect(played?.games).toBeGreaterThan(15);
  expect(played?.players).toBeGreaterThan(20);
  const database = await pidOfDatabase(env);
  // A request in progress: the site confirms that before the body is sent.
  const inFlight = http.request(`${site.url}/games/matatu-rush/plays`, {
    method: 'POST',
    headers: { origin: site.url, expect: '100-continue', 'content-type': 'application/x-www-form-urlencoded', 'content-length': 3 },
  });
  inFlight.flushHeaders();
  await once(inFlight, 'continue');
  site.child.kill('SIGTERM');
  inFlight.end('a=1');
  const [answer] = (await once(inFlight, 'response')) as [http.IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(await json(answer)).toHaveProperty('playId');
  await site.ended;
  expect(site.code).toBe(0);
  await expect.poll(() => isAlive(database)).toBe(false);
});

test('kill -9 of the site and its database amid 200 purchases: all that is paid is given, once, and nothing else', async () => {
  test.setTimeout(300_000);
  const env = await createSiteEnv({ prepared: true });
  const dataDir = env['DATA_DIR'] ?? '';
  let site = await startSite(env);
  const buyers = await createBuyers(120, dataDir);
  const purchases = planPurchases(buyers, 80);
  expect(purchases).toHaveLength(200);
  const givenFor = new Map<string, number>();
  const saidPaid: string[] = [];
  let isDead = false;
  const database = await pidOfDatabase(env);
  let cut = 0;
  const oneAfterOther = (isOver: () => boolean, then: () => void) =>
    runConcurrently(
      left,
      20,
      async (purchase) => {
        const bought = await buy(site.url, purchase);
        if (bought === null) return void cut++;
        givenFor.set(bought.reference, purchase.product.kiddocash);
        if (bought.saidPaid) saidPaid.push(bought.reference);
        then();
      },
      isOver,
    );
  let left = purchases;
  left = await oneAfterOther(
    () => isDead,
    () => {
      if (isDead || givenFor.size < 90) return;
      isDead = true;
      site.child.kill('SIGKILL');
      process.kill(database, 'SIGKILL');
    },
  );
  await site.ended;
  reconnect(dataDir);
  expect(cut, 'purchases that were on their way').toBeGreaterThan(5);
  expect(saidPaid.length).toBeGreaterThan(20);
  const paidBefore = await listPaidInSandbox(dataDir);

  site = await startSite(env);
  const states = async () =>
    new Map(
      (await query<{ reference: string; state: string }>(`select reference, state from payments`, [], dataDir)).map((row) => [
        row.reference,
        row.state,
      ]),
    );
  const known = await states();
  for (const reference of saidPaid) expect(known.get(reference), `${reference} was said to be paid`).toBe('success');
  // Nothing more is done for the interrupted purchases; the others continue to buy meanwhile.
  left = await oneAfterOther(
    () => false,
    () => {},
  );
  expect(left).toEqual([]);
  const paid = await listPaidInSandbox(dataDir);
  expect(paid).toEqual(expect.arrayContaining(paidBefore));
  expect(paid.length).toBeGreaterThanOrEqual(200 - cut);
  const succeeded = async () => [...(await states())].filter(([, state]) => state === 'success').map(([reference]) => reference);
  const waiting = () => query<{ event: string }>(`select event from webhook_events where processed_at is null`, [], dataDir);
  const settled = async () => {
    await makePaymentChecksDue(dataDir);
    return { paid: (await succeeded()).toSorted(), waiting: await waiting() };
  };
  await expect.poll(settled, { timeout: 180_000, intervals: [2_000] }).toEqual({ paid, waiting: [] });
  expect(new Set((await states()).values())).not.toContain('held');

  // Each payment granted its product exactly once: the kiddocash of a pack, and a paid period if it is for a plan. Of several plans that a
  // player bought in one month, one brought its kiddocash.
  const rows = await query<{
    player_id: string;
    reference: string;
    product: string;
    given: string | null;
    entries: number;
    periods: number;
    notifications: number;
  }>(
    `select p.player_id, p.reference, p.product, (select sum(l.amount) from ledger l where l.source_ref = p.reference and l.player_id = p.player_id) as given,
       (select count(*)::int from ledger l where l.source_ref = p.reference) as entries,
       (select count(*)::int from paid_periods pp where pp.reference = p.reference and pp.player_id = p.player_id) as periods,
       (select count(*)::int from notifications n where n.player_id = p.player_id and n.event = 'paid ' || p.reference) as notifications
     from payments p where p.state = 'success'`,
    [],
    dataDir,
  );
  for (const row of rows) {
    const { entries, periods, notifications, given } = row;
    const isPack = row.product === 'pack';
    expect({ periods, notifications }, row.reference).toEqual({ periods: isPack ? 0 : 1, notifications: 1 });
    if (isPack) expect(entries, row.reference).toBe(1);
    const expected = givenFor.get(row.reference);
    if (expected !== undefined && entries > 0) expect([entries, Number(given)], row.reference).toEqual([1, expected]);
  }
  const plans = Map.groupBy(
    rows.filter(({ product }) => product !== 'pack'),
    (row) => row.player_id,
  );
  for (const [playerId, bought] of plans)
    expect(
      bought.reduce((sum, { entries }) => sum + entries, 0),
      playerId,
    ).toBe(1);
  const nothing = [
    // And nothing else was granted.
    `select * from ledger where source_ref not in (select reference from payments where state = 'success')`,
    `select * from paid_periods where reference not in (select reference from payments where state = 'success')`,
    `select * from paid_periods where revoked_for is distinct from 'upgrade' and revoked_at is not null`,
    // Wallets equal the sums of their ledgers, and each entry has the balance at that time.
    `select player_id from (select player_id, balance, sum(amount) over (partition by player_id order by id) as sum,
       row_number() over (partition by player_id order by id desc) as back from ledger) l
     full join wallets w using (player_id)
     where l.balance is distinct from l.sum or (l.back = 1 and l.sum is distinct from w.balance) or (l.sum is null and w.balance <> 0)`,
  ];
  for (const sql of nothing) await expect.poll(() => query(sql, [], dataDir)).toEqual([]);
  // Exactly the players with a current paid period have premium.
  const having = new Set(
    (
      await query<{ id: string }>(
        `select distinct player_id as id from paid_periods where revoked_at is null and begins_at <= now() and ends_at > now()`,
        [],
        dataDir,
      )
    ).map(({ id }) => id),
  );
  expect(having.size).toBeGreaterThan(60);
  for (const { id, cookie } of buyers) {
    const page = await fetch(`${site.url}/games/coral-divers`, { headers: { cookie } });
    expect(page.status).toBe(200);
    expect((await page.text()).includes('This premium game requires an active subscription'), id).toBe(!having.has(id));
  }
  site.child.kill('SIGTERM');
  await site.ended;
});

test('a taken port, a folder that cannot be written, a wrong setting: one sentence each', async () => {
  const taken = net.createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const faults: [Record<string, string>, RegExp][] = [
    [{ PORT: String(port) }, new RegExp(`^Port ${port} is taken by another program.* PORT=`)],
    [{ GAMES_PORT: String(port) }, new RegExp(`^Port ${port} is taken by another program.* GAMES_PORT=`)],
    [{ DATA_DIR: '/proc/kiddo' }, /^The data folder \/proc\/kiddo cannot be written/],
    [{ PORT: 'many' }, /^The setting PORT is not right/],
    [{ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, /^The database does not answer/],
  ];
  const ended = await Promise.all(
    faults.map(async ([wrong, sentence]) => {
      const site = await startSite({ ...(await createSiteEnv({ prepared: true })), ...wrong });
      await site.ended;
      return { site, sentence };
    }),
  );
  for (const { site, sentence } of ended) {
    expect(site.code).toBe(1);
    expect(site.err.trim()).toMatch(sentence);
    expect(site.err.trim().split('\n')).toHaveLength(1);
  }
  taken.close();
});

test('a play that was acknowledged is there after kill -9; two share one database, but no data folder; the catalogue tool works beside them', async () => {
  const env = await createSiteEnv({ prepared: true });
  const killed = await startSite(env);
  const post = (site: RunningSite, at: string, form: Record<string, string>) =>
    fetch(`${site.url}${at}`, { method: 'POST', headers: { origin: site.url }, body: new URLSearchParams(form) });
  const { playId } = await (await post(killed, '/games/matatu-rush/plays', { a: '1' })).json();
  killed.child.kill('SIGKILL');
  await killed.ended;
  const first = await startSite(env);
  expect((await post(first, `/plays/${playId}`, { event: 'beat' })).status).toBe(204);

  const refused = await startSite({ ...(await createSiteEnv()), DATA_DIR: env['DATA_DIR'] ?? '' });
  await refused.ended;
  expect(refused.code).toBe(1);
  expect(refused.err.trim().split('\n')).toHaveLength(1);
  expect(refused.err).toContain('Another Kiddo is already running on the data folder');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  const password = (await fs.readFile(path.join(env['DATA_DIR'] ?? '', 'postgres.password'), 'utf8')).trim();
  const port = (await fs.readFile(path.join(env['DATA_DIR'] ?? '', 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const second = await startSite({ ...(await createSiteEnv()), DATABASE_URL: `postgres://kiddo:${password}@127.0.0.1:${port}/kiddo` });
  expect((await fetch(`${second.url}/api/v1/games/matatu-rush`)).status).toBe(200);
  const tool = spawn(process.execPath, [path.join(root, 'scripts/catalogue.ts'), 'import', path.join(root, 'catalogue')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  tool.stdout.on('data', (chunk) => (said += String(chunk)));
  expect(await new Promise((resolve) => tool.on('close', resolve))).toBe(0);
  expect(said).toMatch(/0 added, 0 changed, \d+ as they were/);
  for (const site of [second, first]) {
    site.child.kill('SIGTERM');
    await site.ended;
    expect(site.code).toBe(0);
  }
});

test('a slow or failing database shows as a page that says so, and in the log with the request', async () => {
  const env = await createSiteEnv({ prepared: true });
  const site = await startSite(env);
  const database = await pidOfDatabase(env);
  // Without this file the database does not start: otherwise it would be back before all of this was checked.
  const version = path.join(env['DATA_DIR'] ?? '', 'postgres/PG_VERSION');
  await fs.rename(version, `${version}.away`);
  process.kill(database, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${site.url}/healthz`)).status).toBe(503);
  const page = await fetch(`${site.url}/games?tab=top-rated&genre=Racing`);
  const html = await page.text();
  expect(page.status).toBe(503);
  expect(html).toContain('Try Again');
  const requestId = /\(([0-9a-f]{16})\)/.exec(html)?.[1] ?? 'no id on the page';
  await expect.poll(() => site.out).toContain(requestId);
  const api = await fetch(`${site.url}/api/v1/games?tab=featured`);
  expect([api.status, api.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  await fs.rename(`${version}.away`, version);
  // The embedded database is restarted, and the site recovers.
  await expect.poll(async () => (await fetch(`${site.url}/healthz`)).status, { timeout: 60_000 }).toBe(200);
  site.child.kill('SIGTERM');
  await site.ended;
});

/** Sends a request like a proxy in front of the site, with https outside and plain http inside. */
function throughProxy(
  port: string,
  at: string,
  form?: Record<string, string>,
): Promise<{ status: number; cookies: string[]; text: string }> {
  const body = form ? new URLSearchParams(form).toString() : '';
  const headers = {
    host: 'kiddo.example',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    ...(form
      ? { origin: 'https://kiddo.example', 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
      : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: at, method: form ? 'POST' : 'GET', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [], text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

test('production behind a proxy: demo data is refused and can be removed; then forms work, and cookies are for https only', async () => {
  // A site that was tried in demo mode.
  const tried = await createSiteEnv({ prepared: true });
  const env: Record<string, string> = { ...tried, ...PRODUCTION_SETTINGS, TRUSTED_PROXIES: '1' };
  const refused = await startSite(env);
  await refused.ended;
  expect(refused.code).toBe(1);
  expect(refused.err.trim()).toMatch(
    /^This database holds accounts that were made in demo mode \(amina, brian, chao, mod, ops\).*remove-demo$/,
  );
  const tool = async (...args: string[]) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/accounts.ts'), ...args], { env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    await new Promise((resolve) => child.on('close', resolve));
    return said;
  };
  expect(await tool('remove-demo')).toContain('Removed 5 accounts.');

  // Nobody has an account now: a production site that begins makes none of demo mode.
  const site = await startSite(env);
  const port = env['PORT'] ?? '';
  expect(site.out).toContain('Kiddo is ready: https://kiddo.example');
  expect(site.out).not.toContain('kiddo-demo');
  for (const at of ['/login', '/login.data']) {
    const answer = await throughProxy(port, at, { form: 'sign-in', identifier: 'amina', password: 'kiddo-demo' });
    expect(answer.status, at).toBe(200);
    expect(answer.text, at).toContain('Sign in failed');
    expect(answer.text, at).not.toContain('Continue with Google');
  }
  for (const at of ['/dev/outbox', '/dev/outbox/1.eml', '/dev/anything']) expect((await throughProxy(port, at)).status, at).toBe(404);
  const up = await throughProxy(port, '/signup', {
    form: 'sign-up',
    username: 'njeri',
    displayName: 'Njeri',
    email: 'njeri@example.com',
    password: 'sawa-sawa-1',
    confirm: 'sawa-sawa-1',
  });
  expect(up.status).toBe(302);
  expect(up.cookies.length).toBeGreaterThan(0);
  for (const cookie of up.cookies) {
    expect(cookie).toMatch(/^__Host-\w+=/);
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']));
  }
  expect(await tool('create-operator', '--email', 'boss@example.com', '--username', 'boss')).toMatch(
    /https:\/\/kiddo\.example\/reset-password\?token=\w+/,
  );
  expect(await tool('set-role', 'boss', 'king')).toContain('a role is one of');
  site.child.kill('SIGTERM');
  await site.ended;
});
