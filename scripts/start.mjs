// npm start: installs, builds if the source changed, and serves. See src/main.ts for the server.
// npm run serve [RELEASE] (`start.mjs serve`): serves what was built last, or another release that is still there, and neither installs nor builds.
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, nodePath, root, log, envWithNode } from './prepare.mjs';
import { findRelease, hasItsPackages, listReleases, useRelease } from './releases.mjs';

// A small young generation: garbage of requests is collected often instead of growing to hundreds of MB.
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=400', '--disable-warning=ExperimentalWarning'];
const isOurNode = Number(process.versions.node.split('.')[0]) >= 24;
const hasFlags = FLAGS.every((flag) => process.execArgv.includes(flag));

const [command, wanted] = process.argv.slice(2);
const isServe = command === 'serve';
// As it was given: a link in it, such as that of a release, is followed again by each process that the supervisor starts.
const script = process.argv[1];

// A restart that is asked for before anybody can do it must not end the start. A terminal that is closed does.
process.on('SIGHUP', () => process.listenerCount('SIGHUP') === 1 && process.stdout.isTTY && process.exit(1));
// What the supervisor starts finds everything installed and built, and is told its release.
if (cluster.isPrimary) {
  if (isServe) assertInstalled();
  else ensureInstalled();
}
if (isOurNode && (hasFlags || !process.execve)) {
  const release = cluster.isWorker ? process.env.KIDDO_RELEASE : isServe ? findBuilt() : await ensureBuilt();
  // It goes on all the same: without it there would be one process less.
  if (cluster.isWorker && !hasItsPackages(release)) log(`${otherPackages(release)} This process starts with them all the same.`);
  useRelease(release);
  process.env.NODE_ENV = 'production';
  const load = (name) => import(pathToFileURL(path.join(release, 'server', `${name}.js`)).href);
  if (cluster.isPrimary) endWithParent();
  const { supervise } = await load('supervisor');
  if (!(await supervise({ script, release, findRelease: findNewest, say: log }))) {
    const { start } = await load('main');
    await start({ root: release, say: log });
  }
} else if (isOurNode) {
  // Restarts in the same process with the flags, so that signals and the process id stay the same.
  process.execve(process.execPath, [process.execPath, ...FLAGS, script, ...process.argv.slice(2)], process.env);
} else {
  // The machine's own Node is older than the project's (only at the first start: afterwards npm finds ours first).
  const child = spawn(nodePath, [...FLAGS, script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: envWithNode({ KIDDO_PARENT: '1' }),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function assertInstalled() {
  if (!fs.existsSync(path.join(root, 'node_modules', 'pg'))) refuse('The packages are not installed. Run `npm run build` first.');
}

/** The release to serve. */
function findBuilt() {
  const release = findRelease(root, wanted);
  if (release) return hasItsPackages(release) ? release : refuse(otherPackages(release));
  const names = listReleases(root).map((at) => path.basename(at));
  if (names.length === 0) return refuse('There is no build yet. Run `npm run build` first, or `npm start`, which builds and serves.');
  return refuse(`There is no release ${wanted ?? 'that was built last'}. Built are: ${names.join(', ')}.`);
}

/** The release that a restart of all processes takes: of the folder to which the script leads now. null if there is none. */
function findNewest() {
  const release = findRelease(path.resolve(fs.realpathSync(script), '../..'), wanted);
  if (release === null || hasItsPackages(release)) return release;
  log(otherPackages(release));
  return null;
}

function otherPackages(release) {
  return `The packages that are installed are not those of the release ${path.basename(release)} (package-lock.json has changed). Check its version out in a folder of its own and build it there, or run \`npm run build\` for the version that is here.`;
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** If the process that started us is killed, this process must not stay behind and block ports and database. */
function endWithParent() {
  if (process.env.KIDDO_PARENT && process.connected) process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  if (!['start', 'serve'].includes(process.env.npm_lifecycle_event)) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 300).unref();
}
