import fs from 'node:fs/promises';
import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../scripts/free-ports.ts';
import { lastBackupFile } from '../../src/infra/database/last-backup.ts';
import { parseFigures, readMetricTable, type Figure } from '../metric-table.ts';
import { root } from './built-site.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

/** A site whose figures can be read. */
async function openMeasuredSite(env: Record<string, string> = {}) {
  const metricsPort = await freePort();
  const site = await openSite({ METRICS_PORT: String(metricsPort), ...env }, { hasProxy: true });
  const ask = (asked = '/metrics') => fetch(`http://127.0.0.1:${metricsPort}${asked}`);
  const read = async () => parseFigures(await (await ask()).text());
  return { site, ask, read };
}

/** The sum of the values of a figure with these labels. */
const sum = (figures: Figure[], name: string, labels: Record<string, string> = {}): number =>
  figures
    .filter((each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value))
    .reduce((total, { value }) => total + value, 0);

/** Sends a request that `fetch` would not. */
function send(site: TestSite, method: string, address: string, headers: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${site.origin}${address}`, { method, headers, agent }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    request.once('error', reject);
    request.end();
  });
}
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

test('figures follow what happens, name what the guide names, and are on the private port alone; they answer while the database is away', async () => {
  const { site, ask, read } = await openMeasuredSite({ ROLES: 'web,live,worker' });
  const visitor = createVisitorClient(site);
  await fs.writeFile(lastBackupFile(site.ctx.config.dataDir), '');
  const before = await read();
  expect([sum(before, 'kiddo_ready'), sum(before, 'kiddo_database_up'), sum(before, 'kiddo_bus_up')]).toEqual([1, 1, 1]);
  expect(sum(before, 'kiddo_last_backup_timestamp_seconds')).toBeGreaterThan(1.7e9);
  expect(sum(before, 'kiddo_data_folder_free_bytes')).toBeGreaterThan(0);
  expect(before.filter(({ name }) => name === 'kiddo_jobs_waiting').map(({ labels }) => labels['queue'])).toContain('service-status.check');

  const player = await createPlayerClient(site);
  const cookie = [...player.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const tab = new WebSocket(`${site.origin.replace('http', 'ws')}/live`, { headers: { origin: site.origin, cookie } });
  await once(tab, 'open');
  expect(sum(await read(), 'kiddo_sockets_open')).toBe(1);
  tab.close();
  await expect.poll(async () => sum(await read(), 'kiddo_sockets_open')).toBe(0);
  site.freezeClock();
  const { id } = (await (await visitor.get('/api/v1/games?limit=1')).json()).games[0] as { id: string };
  for (let i = 0; i < 3; i++) await visitor.get(`/games/${id}`);
  await visitor.get('/no-such-page');
  await fetch(`${site.gamesOrigin}/kit/kit.js`);
  const after = await read();
  const more = (name: string, labels: Record<string, string>) => sum(after, name, labels) - sum(before, name, labels);
  expect(more('kiddo_http_requests_total', { route: '/games/:id', method: 'GET', status: '200' })).toBe(3);
  expect(more('kiddo_http_request_seconds_count', { route: '/games/:id' })).toBe(3);
  expect(more('kiddo_http_requests_total', { route: '/*', status: '404' })).toBe(1);
  expect(more('kiddo_http_requests_total', { route: '/api/v1/games' })).toBe(1);
  expect(more('kiddo_http_requests_total', { route: 'games:/kit/*', status: '200' })).toBe(1);
  expect(more('kiddo_cache_lookups_total', { cache: 'responses', result: 'hit' })).toBe(2);
  expect(more('kiddo_statement_seconds_count', { statement: 'select games' })).toBeGreaterThan(0);

  // Both ways: what is served is in the guide with its labels, and what the guide names is served.
  const table = await readMetricTable(root);
  const types = [...(await (await ask()).text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
  expect(types.toSorted()).toEqual([...table.keys()].toSorted());
  for (const { name, base, labels } of after)
    expect([
      name,
      ...Object.keys(labels)
        .filter((label) => label !== 'le')
        .toSorted(),
    ]).toEqual([name, ...(table.get(base) ?? []).toSorted()]);

  // Whoever reaches the site reaches no figures, and the private port has nothing else.
  for (const origin of [site.origin, site.gamesOrigin]) {
    const refused = await fetch(`${origin}/metrics`);
    expect([refused.status, (await refused.text()).includes('# TYPE')]).toEqual([404, false]);
  }
  expect((await ask('/')).status).toBe(404);
  expect(await (await ask()).text()).not.toMatch(/@|127\.0\.0\.1|amina|no-such-page/);

  // The network loses the connections, and nobody is told: the next ones find the database.
  const readLater = async (name: string) => {
    site.advanceClock(20);
    return sum(await read(), name);
  };
  site.database?.lose();
  expect(await readLater('kiddo_database_up')).toBe(0);
  await expect.poll(() => readLater('kiddo_database_up')).toBe(1);
  await expect.poll(async () => (await read()).some(({ name }) => name === 'kiddo_mails_waiting')).toBe(true);

  await site.database?.stop();
  site.advanceClock(20);
  const away = await read();
  expect([sum(away, 'kiddo_database_up'), sum(away, 'kiddo_bus_up')]).toEqual([0, 1]);
  expect(away.filter(({ name }) => name.startsWith('kiddo_jobs_') || name.startsWith('kiddo_mails_'))).toEqual([]);
  expect(sum(away, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(sum(away, 'kiddo_http_requests_total')).toBeGreaterThan(3);
  await site.database?.start();
  site.advanceClock(20);
  await expect.poll(() => readLater('kiddo_database_up')).toBe(1);
});

test('a thousand addresses, methods and hosts that nobody knows make no figure of their own', async () => {
  const { site, read } = await openMeasuredSite();
  const ask = async (from: number, to: number) => {
    const asked: Promise<void>[] = [];
    for (let i = from; i < to; i++) {
      asked.push(send(site, 'GET', `/api/v1/nothing-${i}`));
      asked.push(send(site, 'GET', `/media/${i}/nothing.txt?${i}`, { host: `host-${i}.localhost` }));
      if (i % 20 === 0) asked.push(send(site, 'GET', `/nothing-${i}/more`), send(site, 'GET', `/games/nothing-${i}`));
      if (i % 10 === 0)
        asked.push(send(site, 'OPTIONS', `/api/v1/${i}`), send(site, 'GET', `/%${i}`), send(site, 'POST', `/webhooks/${i}`));
    }
    // All that Node itself knows; it refuses every other word.
    for (const method of http.METHODS.filter((each) => each !== 'CONNECT')) asked.push(send(site, method, `/media/${method}`));
    await Promise.all(asked);
  };
  const countSeries = async () =>
    (await read())
      .filter(({ name }) => /^kiddo_(http|statement|cache)_.*(total|count)$/.test(name))
      .map(({ name, labels }) => JSON.stringify([name, labels]));
  await ask(0, 60);
  const first = new Set(await countSeries());
  await ask(60, 500);
  const later = (await countSeries()).filter((each) => !first.has(each));
  expect(later).toEqual([]);
  expect(first.size).toBeLessThan(120);
});

test('without METRICS_PORT nothing is counted', async () => {
  const site = await openSite();
  expect(site.ctx.metrics).toBe(null);
});
