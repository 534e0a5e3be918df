import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

// `npm start` as an operator meets it: what stands in its way is said in one sentence, and it ends cleanly.

const root = path.resolve(import.meta.dirname, '../..');

type Site = { child: ChildProcess; url: string; out: string; err: string; code: number | null; ended: Promise<void> };

async function start(env: Record<string, string>): Promise<Site> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const site: Site = { child, url: `http://localhost:${env['PORT']}`, out: '', err: '', code: null, ended: Promise.resolve() };
  child.stderr?.on('data', (chunk) => (site.err += String(chunk)));
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      site.out += String(chunk);
      if (site.out.includes('Kiddo is ready')) resolve();
    });
  });
  site.ended = new Promise((resolve) => {
    child.on('close', (code) => {
      site.code = code;
      resolve();
    });
  });
  await Promise.race([ready, site.ended]);
  return site;
}

async function settings(): Promise<Record<string, string>> {
  const ports = await Promise.all([freePort(), freePort()]);
  return { PORT: String(ports[0]), GAMES_PORT: String(ports[1]), DATA_DIR: await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-start-')) };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

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

test('it says where it is ready, and SIGTERM ends it and its database', async () => {
  const env = await settings();
  const site = await start(env);
  expect(site.out).toContain(`Kiddo is ready: http://localhost:${env['PORT']}`);
  const database = await pidOfDatabase(env);
  const inFlight = fetch(`${site.url}/games?q=matatu`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  site.child.kill('SIGTERM');
  expect((await inFlight).status).toBe(200);
  await site.ended;
  expect(site.code).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('a play that was acknowledged is there after kill -9', async () => {
  const env = await settings();
  const first = await start(env);
  const play = async (site: Site) =>
    (
      await fetch(`${site.url}/games/matatu-rush/plays`, {
        method: 'POST',
        headers: { origin: site.url },
        body: new URLSearchParams({ a: '1' }),
      })
    ).json();
  const { playId } = await play(first);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start(env);
  const beat = await fetch(`${second.url}/plays/${playId}`, {
    method: 'POST',
    headers: { origin: second.url },
    body: new URLSearchParams({ event: 'beat' }),
  });
  expect(beat.status).toBe(204);
  second.child.kill('SIGTERM');
  await second.ended;
});

test('a second one on the same data folder is told so, and the first goes on', async () => {
  const env = await settings();
  const first = await start(env);
  const second = await start({ ...(await settings()), DATA_DIR: env['DATA_DIR'] ?? '' });
  await second.ended;
  expect(second.code).toBe(1);
  expect(second.err.trim().split('\n')).toHaveLength(1);
  expect(second.err).toContain('Another Kiddo is already running on the data folder');
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  first.child.kill('SIGTERM');
  await first.ended;
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
  for (const [wrong, sentence] of faults) {
    const site = await start({ ...(await settings()), ...wrong });
    await site.ended;
    expect(site.code).toBe(1);
    expect(site.err.trim()).toMatch(sentence);
    expect(site.err.trim().split('\n')).toHaveLength(1);
  }
  taken.close();
});

test('two instances share one database; the catalogue tool works beside them', async () => {
  const env = await settings();
  const first = await start(env);
  const password = (await fs.readFile(path.join(env['DATA_DIR'] ?? '', 'postgres.password'), 'utf8')).trim();
  const port = (await fs.readFile(path.join(env['DATA_DIR'] ?? '', 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const second = await start({ ...(await settings()), DATABASE_URL: `postgres://kiddo:${password}@127.0.0.1:${port}/kiddo` });
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
  const env = await settings();
  const site = await start(env);
  process.kill(await pidOfDatabase(env), 'SIGKILL');
  const page = await fetch(`${site.url}/games?tab=top-rated&genre=Racing`);
  const html = await page.text();
  expect(page.status).toBe(503);
  expect(html).toContain('Try Again');
  const requestId = /\(([0-9a-f]{16})\)/.exec(html)?.[1] ?? 'no id on the page';
  expect(site.out).toContain(requestId);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(503);
  const api = await fetch(`${site.url}/api/v1/games?tab=featured`);
  expect([api.status, api.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  // The embedded database is brought back, and the site with it.
  await expect.poll(async () => (await fetch(`${site.url}/healthz`)).status, { timeout: 15_000 }).toBe(200);
  site.child.kill('SIGTERM');
  await site.ended;
});

/** Asks a site as a proxy in front of it would, which speaks https with the world and plain http with us. */
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

test('production behind a proxy: forms work, cookies are for https only, and nothing of demo mode is there', async () => {
  const env: Record<string, string> = {
    ...(await settings()),
    KIDDO_MODE: 'production',
    SECRET: 'q8Zt3LwX9vBn2Kd7Rf5Hs1Jy6Mp4Ga0C',
    ORIGIN: 'https://kiddo.example',
    GAMES_ORIGIN: 'https://games.kiddo.example',
    TRUSTED_PROXIES: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Kiddo <hello@kiddo.example>',
    PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
  };
  const site = await start(env);
  const port = env['PORT'] ?? '';
  expect(site.out).not.toContain('kiddo-demo');
  for (const at of ['/login', '/login.data']) {
    const answer = await throughProxy(port, at, { form: 'sign-in', identifier: 'amina', password: 'kiddo-demo' });
    expect(answer.status, at).toBe(200);
    expect(answer.text, at).toContain('Sign in failed');
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
  for (const cookie of up.cookies) expect(cookie).toMatch(/^__Host-\w+=.*; Path=\/;.*HttpOnly; SameSite=Lax; Secure$/);
  site.child.kill('SIGTERM');
  await site.ended;
  // What was tried out does not go into production: the demo accounts are refused, and can be removed.
  const tried = await settings();
  const demo = await start(tried);
  expect(demo.out).toContain('kiddo-demo');
  expect(await (await fetch(`${demo.url}/login`)).text()).toContain('Google sign-in is not set up here');
  demo.child.kill('SIGTERM');
  await demo.ended;
  const refused = await start({ ...env, ...tried });
  await refused.ended;
  expect(refused.code).toBe(1);
  expect(refused.err.trim()).toMatch(
    /^This database holds accounts that were made in demo mode \(amina, brian, chao, mod, ops\).*remove-demo$/,
  );
  const tool = async (...args: string[]) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/accounts.ts'), ...args], { env: { ...process.env, ...env, ...tried } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    await new Promise((resolve) => child.on('close', resolve));
    return said;
  };
  expect(await tool('remove-demo')).toContain('Removed 5 accounts.');
  expect(await tool('create-operator', '--email', 'boss@example.com', '--username', 'boss')).toMatch(
    /https:\/\/kiddo\.example\/reset-password\?token=\w+/,
  );
  expect(await tool('set-role', 'boss', 'king')).toContain('a role is one of');
  const accepted = await start({ ...env, ...tried });
  expect(accepted.out).toContain('Kiddo is ready: https://kiddo.example');
  accepted.child.kill('SIGTERM');
  await accepted.ended;
});
