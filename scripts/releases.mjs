// Builds lie side by side, each in the folder of its release: build/releases/NAME. Nothing in it changes once it is there, so a process
// reads its own files for as long as it runs, whatever is built meanwhile. Plain JavaScript without packages, as prepare.mjs.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** What is built from. */
const CODE = [
  'src',
  'content',
  'studio',
  'catalogue/kit',
  'wordlists/synonyms',
  'wordlists/classifier',
  'public',
  'vite.config.ts',
  'scripts/trim-router.ts',
  'scripts/player-manifest.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
];
/** What a process reads when it starts; a release has a copy. */
const DATA = ['migrations', 'catalogue', 'seed', 'wordlists'];
/** How many releases stay, besides those that a process uses: one to go back to. */
const KEPT = 2;
/** How often a build is begun again, because the sources changed while it was made. */
const BUILDS_MAX = 3;

const releasesOf = (root) => path.join(root, 'build', 'releases');

/** A hash of the names and contents of these files and folders. */
function hashFiles(root, parts) {
  const hash = createHash('sha256');
  const add = (at) => {
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const entry of fs.readdirSync(at).sort()) add(path.join(at, entry));
    else hash.update(`${path.relative(root, at)} ${stat.size}\n`).update(fs.readFileSync(at));
  };
  for (const part of parts) add(path.join(root, part));
  return hash.digest('hex').slice(0, 10);
}

/** The releases that are complete, the newest first, as absolute paths. */
export function listReleases(root) {
  const folder = releasesOf(root);
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => /^[\da-f]+-[\da-f]+$/.test(name));
  const found = names.map((name) => path.join(folder, name));
  // One that is being removed may be gone by now.
  const times = new Map(found.map((at) => [at, fs.statSync(at, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  return found.filter((at) => times.get(at) > 0).sort((a, b) => times.get(b) - times.get(a));
}

/**
 * The release that `npm run serve` starts: the last that was built, or the one with this name.
 * @returns its absolute path; null if there is none
 */
export function findRelease(root, name = readCurrent(root)) {
  return (name && listReleases(root).find((at) => path.basename(at) === name)) || null;
}

function readCurrent(root) {
  const pointer = path.join(root, 'build', 'current');
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : null;
}

/** Replaces a file at once: whoever reads it finds the old text or the new one. */
function replaceFile(at, text) {
  const draft = `${at}.${process.pid}`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, at);
}

/**
 * Makes a release the one that is served. When that was decides whose word lists and games a database gets: what was built last, also if it
 * is what was there before (src/infra/database/shipped-data.ts).
 */
function makeCurrent(root, name) {
  const folder = path.join(releasesOf(root), name);
  const now = new Date();
  replaceFile(path.join(folder, 'built-at'), `${now.toISOString()}\n`);
  replaceFile(path.join(root, 'build', 'current'), `${name}\n`);
  fs.utimesSync(folder, now, now);
}

function hashSources(root) {
  const code = hashFiles(root, CODE);
  return { code, name: `${code}-${hashFiles(root, DATA)}` };
}

/**
 * Makes the release of the sources as they are, if it is not there. Where only what a process reads at its start has changed, such as a game
 * or a migration, the code is copied from the release that has it.
 * @param build builds the code into a folder
 * @returns the folder of the release, as an absolute path
 */
export async function ensureRelease(root, build) {
  // A disk that is full because of builds that were broken off has room again before the next one begins.
  removeLeftovers(root);
  let { code, name } = hashSources(root);
  const isNew = !fs.existsSync(path.join(releasesOf(root), name));
  for (let nth = 1; !fs.existsSync(path.join(releasesOf(root), name)); nth++) {
    await makeRelease(root, { code, name }, build);
    ({ code, name } = hashSources(root));
    if (nth === BUILDS_MAX && !fs.existsSync(path.join(releasesOf(root), name)))
      throw new Error('The sources changed each time while they were built. Build again when nobody changes them.');
  }
  if (readCurrent(root) !== name) makeCurrent(root, name);
  if (isNew) removeUnused(root);
  return path.join(releasesOf(root), name);
}

/** Makes a release beside the others. There is none if the sources changed meanwhile: nobody knows what of which would be in it. */
async function makeRelease(root, { code, name }, build) {
  const draft = path.join(
    releasesOf(root),
    `.building-${process.pid}.${findStartTime(process.pid) || 0}-${randomBytes(4).toString('hex')}`,
  );
  const remove = () => fs.rmSync(draft, { recursive: true, force: true });
  // A build that fails ends the process.
  process.once('exit', remove);
  try {
    fs.mkdirSync(draft, { recursive: true });
    const sameCode = listReleases(root).find((at) => path.basename(at).startsWith(`${code}-`));
    if (sameCode)
      for (const part of ['server', 'client']) fs.cpSync(path.join(sameCode, part), path.join(draft, part), { recursive: true });
    else await build(draft);
    for (const part of DATA) fs.cpSync(path.join(root, part), path.join(draft, part), { recursive: true, dereference: true });
    fs.mkdirSync(path.join(draft, 'users'));
    fs.writeFileSync(path.join(draft, 'packages'), findInstalled(root));
    fs.writeFileSync(path.join(draft, 'built-at'), `${new Date().toISOString()}\n`);
    if (hashSources(root).name === name) fs.renameSync(draft, path.join(releasesOf(root), name));
  } catch (error) {
    // Somebody else was quicker with the same.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Which packages are installed: the hash of the package-lock.json that they were installed by. '' if it is not known. */
function findInstalled(root) {
  const stamp = path.join(root, 'node_modules', '.kiddo-installed');
  if (fs.existsSync(stamp)) return fs.readFileSync(stamp, 'utf8').trim();
  const lock = path.join(root, 'package-lock.json');
  return fs.existsSync(lock) ? createHash('sha256').update(fs.readFileSync(lock)).digest('hex') : '';
}

/**
 * Whether the packages beside a release are those that it was built with. A release has its own code, and shares the packages with the
 * others of its folder.
 * @param release the folder of the release
 */
export function hasItsPackages(release) {
  const note = path.join(release, 'packages');
  return !fs.existsSync(note) || fs.readFileSync(note, 'utf8') === findInstalled(path.resolve(release, '../../..'));
}

/**
 * Notes that this process uses a release, so that it stays until the process has ended, in whatever way. It starts without a note too.
 * @param folder of the release
 */
export function useRelease(folder) {
  const note = path.join(folder, 'users', String(process.pid));
  try {
    if (!fs.existsSync(path.dirname(note))) fs.mkdirSync(path.dirname(note));
    fs.writeFileSync(note, findStartTime(process.pid));
  } catch (error) {
    // Where this account may not write, it builds nothing either, and so removes nothing.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code))
      process.stderr.write(`Nobody can see that this process uses its release, so do not build until it is noted: ${error.message}\n`);
    return;
  }
  process.once('exit', () => fs.rmSync(note, { force: true }));
}

/** When a process started, as the system counts it; '' if it does not run, or the system does not say. Its id alone may be another's by now. */
function findStartTime(pid) {
  const stat = `/proc/${pid}/stat`;
  if (!fs.existsSync(stat)) return '';
  try {
    // The name of the program stands in brackets, and may have spaces.
    return fs.readFileSync(stat, 'utf8').split(') ').at(-1).split(' ')[19] ?? '';
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error;
    return ''; // It ended between the two lines.
  }
}

/** Whether a process that uses this release runs. What is gone meanwhile is used by nobody. */
function isUsed(folder) {
  const users = path.join(folder, 'users');
  return readIfThere(() => fs.readdirSync(users), []).some((pid) => {
    const startTime = readIfThere(() => fs.readFileSync(path.join(users, pid), 'utf8'), null);
    return startTime !== null && isRunning(Number(pid), startTime);
  });
}

function readIfThere(read, fallback) {
  try {
    return read();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return fallback;
  }
}

function isRunning(pid, startTime) {
  if (startTime !== '') return findStartTime(pid) === startTime;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // It runs, as somebody else.
  }
}

/** Removes old releases that no process uses. */
function removeUnused(root) {
  for (const folder of listReleases(root).slice(KEPT)) {
    if (isUsed(folder)) continue;
    // First it is no release any more, so that nobody begins with a half of one.
    tryToRemove(() => fs.renameSync(folder, path.join(releasesOf(root), `.removing-${path.basename(folder)}`)));
  }
  removeLeftovers(root);
}

/** Finishes removals, and removes builds that were broken off. */
function removeLeftovers(root) {
  const folder = releasesOf(root);
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const at = path.join(folder, name);
    const release = /^\.removing-(.*)/.exec(name)?.[1];
    const [, pid, startTime = ''] = /^\.building-(\d+)(?:\.(\d+))?-/.exec(name) ?? [];
    if (release)
      tryToRemove(() => (isUsed(at) ? fs.renameSync(at, path.join(folder, release)) : fs.rmSync(at, { recursive: true, force: true })));
    else if (pid && !isRunning(Number(pid), startTime === '0' ? '' : startTime))
      tryToRemove(() => fs.rmSync(at, { recursive: true, force: true }));
  }
}

/** What cannot be removed stays, and ends no build and no start. */
function tryToRemove(run) {
  try {
    run();
  } catch (error) {
    // Another build was quicker, or has made the same release anew.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code))
      process.stderr.write(`An old build could not be removed: ${error.message}\n`);
  }
}
