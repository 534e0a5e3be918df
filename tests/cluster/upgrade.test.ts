import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { executeOnDatabase } from '../database-server.ts';
import { getRelease, root } from '../http/built-site.ts';
import { createVisitorClient, DEMO_PASSWORD } from '../http/http-client.ts';
import { open, submitForm, textOf } from '../http/page.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess } from './site-process.ts';

/** They find the project by their own place. */
const SCRIPTS = ['start.mjs', 'build.mjs', 'prepare.mjs', 'releases.mjs'];

/** A project in which releases are built and served: everything is the project's own, apart from its migrations and builds. */
function createProject() {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-upgrade-'));
  onTestFinished(() => fs.rmSync(project, { recursive: true, force: true }));
  const at = (...parts: string[]) => path.join(project, ...parts);
  for (const name of fs.readdirSync(root))
    if (!['.git', 'build', 'data', 'migrations', 'scripts'].includes(name)) fs.symlinkSync(path.join(root, name), at(name));
  fs.cpSync(path.join(root, 'migrations'), at('migrations'), { recursive: true });
  fs.mkdirSync(at('scripts'));
  for (const name of fs.readdirSync(path.join(root, 'scripts')))
    if (SCRIPTS.includes(name)) fs.copyFileSync(path.join(root, 'scripts', name), at('scripts', name));
    else fs.symlinkSync(path.join(root, 'scripts', name), at('scripts', name));
  const start = at('scripts/start.mjs');
  return {
    at,
    start,
    /** Brings a release here that was built elsewhere. */
    bring(release: string) {
      const name = path.basename(release);
      fs.cpSync(release, at('build/releases', name), { recursive: true, filter: (file) => path.basename(path.dirname(file)) !== 'users' });
      fs.writeFileSync(at('build/current'), name);
      return at('build/releases', name);
    },
    build() {
      const done = spawnSync(process.execPath, [at('scripts/build.mjs')], { encoding: 'utf8' });
      expect(done.stderr).toBe('');
      return done.stdout.trim().split('Built: ').at(-1) ?? '';
    },
    serve: (env: Record<string, string>, release?: string) =>
      startSiteProcess(env, undefined, [start, 'serve', ...(release === undefined ? [] : [path.basename(release)])]),
  };
}

/** The URLs of a release's browser files. */
function listAssets(release: string): string[] {
  return fs.readdirSync(path.join(release, 'client/assets')).flatMap((name) => (name.endsWith('.br') ? [] : [`/assets/${name}`]));
}

const statusesOf = (origin: string, paths: string[]) => Promise.all(paths.map(async (each) => (await fetch(origin + each)).status));

test('without a build nothing is served, and it says what to do', async () => {
  const { serve } = createProject();
  const refused = await serve({});
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('There is no build yet. Run `npm run build` first');
});

test('a release whose packages are not those that are installed is not served, and it says what to do', async () => {
  const { bring, serve } = createProject();
  const release = bring(getRelease());
  fs.writeFileSync(path.join(release, 'packages'), 'others');
  const refused = await serve({});
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`not those of the release ${path.basename(release)} (package-lock.json has changed)`);
});

test("an upgrade: old and new serve side by side on one database, each its own files and the other's", { timeout: 240_000 }, async () => {
  const settings = { ...(await createSharedSettings({ isEmpty: false })), ROLES: 'web' };
  const project = createProject();
  const old = project.bring(getRelease());
  fs.writeFileSync(path.join(old, 'client/assets/only-old-1234567.js'), 'old');
  const known = fs.readdirSync(path.join(root, 'migrations')).toSorted().at(-1)?.slice(0, 4);
  // The data of a build that was made later than all here.
  const later = `insert into shipped_data (built_at, hash) values ('2100-01-01', 'later')
    on conflict (is_only) do update set built_at = excluded.built_at, hash = excluded.hash`;
  await executeOnDatabase(settings.DATABASE_OWNER_URL, later);
  const before = await project.serve(settings);
  expect(before.output()).toContain('The word lists, items and games of a newer build are here, and stay');
  expect(before.output()).toContain('Kiddo is ready');

  fs.writeFileSync(
    project.at('migrations/9001_pets.sql'),
    `-- oldest-code: ${known}\nalter table players add column pet text not null default 'cat';`,
  );
  const next = project.build();
  expect(next).not.toBe(old);
  fs.writeFileSync(path.join(next, 'client/assets/only-new-1234567.js'), 'new');
  const after = await project.serve(settings);
  expect(after.output()).toContain('Database brought up to date (1 step)');

  // The older one still has all that its pages name, and what the newer one's pages name; the newer one too.
  const [oldAssets, newAssets] = [listAssets(old), listAssets(next)];
  expect(oldAssets.length).toBeGreaterThan(50);
  for (const { origin } of [before, after]) {
    const all = ['/', ...oldAssets, ...newAssets];
    await expect.poll(async () => (await statusesOf(origin, all)).filter((status) => status !== 200)).toEqual([]);
  }
  expect(await statusesOf(before.origin, ['/assets/nobodys-1234567.js', '/assets/..%2fmain.js'])).toEqual([404, 404]);

  // The service worker of a build keeps pages of that build alone.
  for (const { origin } of [before, after]) {
    const build = (await fetch(`${origin}/offline`)).headers.get('x-kiddo-build');
    expect(await (await fetch(`${origin}/sw.js`)).text()).toContain(build ?? 'no header');
    expect((await fetch(`${origin}/offline/frame`)).headers.get('x-kiddo-build')).toBe(build);
  }

  // What a player writes at one is read at the other, in one session.
  const player = createVisitorClient(before);
  await submitForm(player, await open(player, '/login'), 'Sign In', { identifier: 'amina', password: DEMO_PASSWORD });
  await submitForm(player, await open(player, '/settings'), 'Save changes', { displayName: 'Amina Mrefu' });
  const there = createVisitorClient(after);
  for (const [name, cookie] of player.cookies) there.cookies.set(name, cookie);
  expect(textOf((await open(there, '/profile')).html)).toContain('Amina Mrefu');

  // Back to the older one, beside the newer: it may use the database, and says so.
  before.child.kill('SIGKILL');
  await before.ended;
  const again = await project.serve(settings, old);
  expect(again.output()).toContain('The database is newer than this Kiddo by 1 migration; it may use it');
  expect(again.output()).toContain('Kiddo is ready');
  expect(await statusesOf(again.origin, ['/', '/games'])).toEqual([200, 200]);

  // What comes next is not for it.
  await executeOnDatabase(settings.DATABASE_OWNER_URL, `insert into migrations (name, oldest_code) values ('9002_no_cats.sql', '9001')`);
  const refused = await project.serve(settings, old);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`It can be used by a Kiddo that knows migration 9001; this one knows ${known}`);
});
