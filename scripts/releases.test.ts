import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureRelease, findRelease, hasItsPackages, listReleases, useRelease } from './releases.mjs';

/** A project of two files, and how often it was built. */
function createProject() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-releases-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  let builds = 0;
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  for (const name of ['src/main.ts', 'migrations/0001.sql', 'catalogue/kit/a.js', 'seed/a', 'wordlists/a']) write(name, 'first');
  return {
    root,
    write,
    countBuilds: () => builds,
    /** @param meanwhile what happens during a build */
    build: (meanwhile = (_nth: number) => {}) =>
      ensureRelease(root, async (folder: string) => {
        builds++;
        meanwhile(builds);
        for (const part of ['server', 'client']) {
          fs.mkdirSync(path.join(folder, part));
          fs.copyFileSync(path.join(root, 'src/main.ts'), path.join(folder, part, 'main.js'));
        }
      }),
    read: (release: string, name: string) => fs.readFileSync(path.join(release, name), 'utf8'),
  };
}

/** A process that uses a release. */
async function use(release: string) {
  const script = `import { useRelease } from ${JSON.stringify(path.join(import.meta.dirname, 'releases.mjs'))};
    useRelease(${JSON.stringify(release)}); console.log('uses'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}

test('a release is what its sources were when it was built; what changes lies beside it', async () => {
  const { root, write, build, read, countBuilds } = createProject();
  const first = await build();
  expect(await build()).toBe(first);
  write('src/main.ts', 'second');
  const second = await build();
  expect([read(first, 'server/main.js'), read(second, 'server/main.js')]).toEqual(['first', 'second']);
  expect([countBuilds(), findRelease(root)]).toEqual([2, second]);
  // What was there before is there again without a build.
  write('src/main.ts', 'first');
  expect(await build()).toBe(first);
  expect([countBuilds(), findRelease(root)]).toEqual([2, first]);
  expect(findRelease(root, path.basename(second))).toBe(second);
  expect(findRelease(root, '../..')).toBeNull();
});

test('what a process reads at its start belongs to the release too, and costs no build', async () => {
  const { write, build, read, countBuilds } = createProject();
  const first = await build();
  write('migrations/0002.sql', 'more');
  const second = await build();
  expect(countBuilds()).toBe(1);
  expect(fs.readdirSync(path.join(first, 'migrations'))).toEqual(['0001.sql']);
  expect([read(second, 'migrations/0002.sql'), read(second, 'client/main.js')]).toEqual(['more', 'first']);
});

test('two releases stay, and those that a process uses, until it has ended in whatever way', async () => {
  const { root, write, build } = createProject();
  const first = await build();
  const kill = await use(first);
  const next = async (text: string) => {
    write('src/main.ts', text);
    return build();
  };
  await next('second');
  const third = await next('third');
  const fourth = await next('fourth');
  expect(listReleases(root).toSorted()).toEqual([first, third, fourth].toSorted());
  await kill();
  const fifth = await next('fifth');
  expect(listReleases(root).toSorted()).toEqual([fourth, fifth].toSorted());
});

test('a build that was broken off leaves nothing that could be taken for one, and goes with the next', async () => {
  const { root, write, build } = createProject();
  await build();
  // The largest id of a process is smaller.
  const broken = path.join(root, 'build/releases/.building-99999999-0a0b0c0d');
  write(path.relative(root, path.join(broken, 'server/main.js')), 'half');
  write('src/main.ts', 'second');
  const second = await build();
  expect(fs.existsSync(broken)).toBe(false);
  expect(findRelease(root)).toBe(second);
});

test('two that build the same at once both have it', async () => {
  const { root, build, countBuilds } = createProject();
  const [first, second] = await Promise.all([build(), build()]);
  expect(first).toBe(second);
  expect(countBuilds()).toBe(2);
  expect(fs.readdirSync(path.join(root, 'build/releases'))).toEqual([path.basename(first)]);
});

test('a build during which the sources change is made again; one that fails leaves nothing, and makes room before it begins', async () => {
  const { root, write, build, read, countBuilds } = createProject();
  const release = await build((nth) => {
    if (nth === 1) write('seed/a', 'second');
  });
  expect([countBuilds(), read(release, 'seed/a')]).toEqual([2, 'second']);
  const broken = path.join(root, 'build/releases/.building-99999999.5-0a0b0c0d');
  fs.mkdirSync(broken);
  write('src/main.ts', 'third');
  const failed = build(() => {
    expect(fs.existsSync(broken)).toBe(false);
    throw new Error('no space');
  });
  await expect(failed).rejects.toThrow('no space');
  expect(fs.readdirSync(path.join(root, 'build/releases'))).toEqual([path.basename(release)]);
});

test('a removal that was broken off is finished, or taken back if somebody uses the release', async () => {
  const { root, build, write } = createProject();
  const [used, unused] = [await build(), (write('src/main.ts', 'second'), await build())];
  const kill = await use(used);
  const hidden = [used, unused].map((at) => path.join(path.dirname(at), `.removing-${path.basename(at)}`));
  fs.renameSync(used, hidden[0] ?? '');
  fs.renameSync(unused, hidden[1] ?? '');
  write('src/main.ts', 'third');
  const third = await build();
  expect(listReleases(root).toSorted()).toEqual([used, third].toSorted());
  expect(hidden.filter((at) => fs.existsSync(at))).toEqual([]);
  await kill();
});

test('a note that cannot be written is told, and ends no start', async () => {
  const { build } = createProject();
  const release = await build();
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  fs.rmSync(release, { recursive: true });
  useRelease(release);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('uses its release'));
});

test('a release is for the packages that it was built with', async () => {
  const { build, write } = createProject();
  write('package-lock.json', 'first');
  const first = await build();
  write('package-lock.json', 'second');
  const second = await build();
  expect([first, second].map(hasItsPackages)).toEqual([false, true]);
});

test('what is built again is newer than what came between, also if it is there already', async () => {
  const { build, write, read } = createProject();
  const first = await build();
  write('seed/a', 'second');
  await build();
  fs.writeFileSync(path.join(first, 'built-at'), '2026-01-01T00:00:00.000Z');
  write('seed/a', 'first');
  expect(await build()).toBe(first);
  expect(Date.parse(read(first, 'built-at').trim())).toBeGreaterThan(Date.parse('2026-01-02'));
});
