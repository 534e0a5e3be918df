import { expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { freePort } from '../../scripts/free-ports.ts';
import { missingPgBouncer, startPgBouncer } from '../adapters/pgbouncer.ts';
import { befriend, createSignedInPlayer } from '../test-players.ts';
import { createVisitorClient } from '../http/http-client.ts';
import { open, submitForm } from '../http/page.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess, type SiteProcess } from './site-process.ts';
import { reportSkipped } from './skipped.ts';

if (missingPgBouncer !== null) reportSkipped('Kiddo behind a connection pooler', missingPgBouncer);

test.runIf(missingPgBouncer === null)(
  'through PgBouncer two processes share an empty database: pages, a new account, a message, a job',
  { timeout: 240_000 },
  async () => {
    const direct = await createSharedSettings({ isEmpty: true });
    const settings = {
      ...direct,
      DATABASE_URL: await startPgBouncer(direct.DATABASE_URL),
      DATABASE_DIRECT_URL: direct.DATABASE_URL,
      DATABASE_STATEMENTS: 'unnamed',
    };
    const refused = await startSiteProcess({ ...settings, DATABASE_DIRECT_URL: '' });
    expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining('set DATABASE_DIRECT_URL')]);
    const named = await startSiteProcess({ ...settings, DATABASE_STATEMENTS: 'named' });
    expect([await named.ended, named.output()]).toEqual([1, expect.stringContaining('set DATABASE_STATEMENTS=unnamed')]);

    const metricsPort = await freePort();
    const sites = await Promise.all([
      startSiteProcess({ ...settings, ROLES: 'web,worker', METRICS_PORT: String(metricsPort) }),
      startSiteProcess({ ...settings, ROLES: 'web', DATABASE_POOL: '8' }),
    ]);
    const [one, other] = sites;
    for (const site of sites) expect(site.output()).toContain('Kiddo is ready');
    const client = new pg.Client({ connectionString: direct.DATABASE_OWNER_URL });
    await client.connect();
    onTestFinished(() => client.end());

    // Figures are read over sessions that others have after them: their short timeout must not stay there.
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(figures).toMatch(/^kiddo_database_up 1$/m);
    expect(figures).toMatch(/^kiddo_mails_waiting 0$/m);
    const timeoutOf = async (url: string) => {
      const own = new pg.Client({ connectionString: url });
      await own.connect();
      const { rows } = await own.query(`select current_setting('statement_timeout') as timeout from pg_sleep(0.2)`);
      await own.end();
      return (rows[0] as { timeout: string }).timeout;
    };
    expect(await Promise.all([1, 2, 3, 4].map(() => timeoutOf(settings.DATABASE_URL)))).not.toContain('2s');

    // A new account, whose mail a worker sends.
    const visitor = createVisitorClient(one);
    await submitForm(visitor, await open(visitor, '/signup'), 'Create Account', {
      username: 'tembo_bluu',
      displayName: 'Tembo Bluu',
      email: 'tembo@example.com',
      password: 'kiti-moto-7',
      confirm: 'kiti-moto-7',
    });
    await expect.poll(async () => (await open(visitor, '/dev/outbox')).html, { timeout: 60_000 }).toContain('tembo@example.com');

    // A message that was written through one process is read through the other.
    const ask = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
    const signIn = async (site: SiteProcess) => {
      const { known, cookie } = await createSignedInPlayer(ask);
      const person = createVisitorClient(site);
      person.cookies.set(cookie.name, { value: cookie.value, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: null });
      return { ...person, known };
    };
    const [amina, brian] = [await signIn(one), await signIn(other)];
    await befriend(ask, amina.known.id, brian.known.id);
    await amina.post(`/chat/${brian.known.id}`, { text: 'the drums are loud', returnUrl: '/friends' });
    expect((await open(brian, `/friends?chat=${amina.known.id}`)).html).toContain('the drums are loud');

    // More pages at once than the pooler has sessions.
    const pages = ['/', '/games', `/friends?chat=${brian.known.id}`, '/marketplace', '/profile', '/settings'];
    const asked = [0, 1, 2].flatMap(() => pages.flatMap((address) => [amina, brian].map((person) => person.get(address))));
    expect((await Promise.all(asked)).map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    for (const site of sites) expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
    for (const site of sites) expect(site.output()).not.toMatch(/prepared statement|"level":50/);
  },
);
