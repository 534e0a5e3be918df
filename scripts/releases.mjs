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
  'package-lock.json',
];
/** What a process reads when it starts; a release has a copy. */
const DATA = ['migrations', 'catalogue', 'seed', 'wordlists'];
/** How many releases stay, besides those that a process uses: one to go back to. */
const KEPT = 2;

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
  const found = fs.readdirSync(folder).filter((name) => /^[\da-f]+-[\da-f]+$/.test(name));
  return found.map((name) => path.join(folder, name)).sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
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
function writeCurrent(root, name) {
  const draft = path.join(root, 'build', `current.${process.pid}`);
  fs.writeFileSync(draft, `${name}\n`);
  fs.renameSync(draft, path.join(root, 'build', 'current'));
  const now = new Date();
  fs.utimesSync(path.join(releasesOf(root), name), now, now);
}

/**
 * Makes the release of the sources as they are, if it is not there. Where only what a process reads at its start has changed, such as a game
 * or a migration, the code is copied from the release that has it.
 * @param build builds the code into a folder
 * @returns the folder of the release, as an absolute path
 */
export async function ensureRelease(root, build) {
  const code = hashFiles(root, CODE);
  const name = `${code}-${hashFiles(root, DATA)}`;
  const folder = path.join(releasesOf(root), name);
  const isNew = !fs.existsSync(folder);
  if (isNew) {
    const draft = path.join(releasesOf(root), `.building-${process.pid}-${randomBytes(4).toString('hex')}`);
    fs.mkdirSync(draft, { recursive: true });
    const sameCode = listReleases(root).find((at) => path.basename(at).startsWith(`${code}-`));
    if (sameCode)
      for (const part of ['server', 'client']) fs.cpSync(path.join(sameCode, part), path.join(draft, part), { recursive: true });
    else await build(draft);
    for (const part of DATA) fs.cpSync(path.join(root, part), path.join(draft, part), { recursive: true, dereference: true });
    fs.mkdirSync(path.join(draft, 'users'));
    try {
      fs.renameSync(draft, folder);
    } catch (error) {
      // Somebody else was quicker with the same.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
      fs.rmSync(draft, { recursive: true });
    }
  }
  if (readCurrent(root) !== name) writeCurrent(root, name);
  if (isNew) removeUnused(root);
  return folder;
}

/**
 * Notes that this process uses a release, so that it stays until the process has ended, in whatever way.
 * @param folder of the release
 */
export function useRelease(folder) {
  const note = path.join(folder, 'users', String(process.pid));
  try {
    fs.writeFileSync(note, findStartTime(process.pid));
  } catch (error) {
    // Where this account may not write, it builds nothing either, and so removes nothing.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
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

/** Whether a process that uses this release runs. */
function isUsed(folder) {
  const users = path.join(folder, 'users');
  return fs.readdirSync(users).some((pid) => isRunning(Number(pid), fs.readFileSync(path.join(users, pid), 'utf8')));
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

/** Removes old releases that no process uses, and builds that were broken off. */
function removeUnused(root) {
  for (const folder of listReleases(root).slice(KEPT)) if (!isUsed(folder)) fs.rmSync(folder, { recursive: true, force: true });
  for (const name of fs.readdirSync(releasesOf(root))) {
    const pid = /^\.building-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid), '')) fs.rmSync(path.join(releasesOf(root), name), { recursive: true, force: true });
  }
}
