import http from 'node:http';
import { expect, test } from 'vitest';
import { openSite } from './site.ts';

// Demo mode, whose passwords are known to everybody, and who reaches it from elsewhere.

type Answer = { status: number; text: string };

/** Asks this machine for an address, with these headers. An upgrade that is accepted or refused counts by its status. */
function ask(origin: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const { port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    request.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, text: '' });
    });
    request.on('error', reject);
    request.end();
  });
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('pages, data, games and live connections of demo mode are for this machine alone', async () => {
  const { origin, gamesOrigin, ...site } = await openSite({ ROLES: 'web,live' });
  const addresses: [string, string, Record<string, string>][] = [
    [origin, '/', {}],
    [origin, '/login.data', {}],
    [origin, '/live', UPGRADE],
    [gamesOrigin, '/kit/kit.js', {}],
  ];
  for (const [where, path, headers] of addresses) {
    const ours = await ask(where, path, headers);
    expect([path, ours.status === 403 && ours.text.includes('ALLOW_PUBLIC_DEMO')]).toEqual([path, false]);
    const foreigners: Record<string, string>[] = [
      { host: `rebound.example:${new URL(where).port}` },
      { 'x-forwarded-for': '203.0.113.7' },
      { origin: 'https://evil.example' },
    ];
    for (const foreign of foreigners) {
      const refused = await ask(where, path, { ...headers, ...foreign });
      expect([path, refused.status, refused.text.includes('ALLOW_PUBLIC_DEMO=yes')]).toEqual([path, 403, true]);
    }
  }
  expect(site.logged.map(({ msg }) => msg.slice(0, 17))).toContain('demo mode refused');
});

test('where demo mode is public by name, others are let in', async () => {
  const { origin, gamesOrigin } = await openSite({ ALLOW_PUBLIC_DEMO: 'yes' });
  const foreign = { host: 'kiddo.example', 'x-forwarded-for': '203.0.113.7', origin: 'https://kiddo.example' };
  expect((await ask(origin, '/', foreign)).status).toBe(200);
  expect((await ask(gamesOrigin, '/kit/kit.js', foreign)).status).toBe(200);
});
