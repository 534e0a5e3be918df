// npm start: installs, builds if the source changed, and serves. See src/main.ts for the server.
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, nodePath, root, log, envWithNode } from './prepare.mjs';

// A small young generation: garbage of requests is collected often instead of growing to hundreds of MB.
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=400', '--disable-warning=ExperimentalWarning'];
const isOurNode = Number(process.versions.node.split('.')[0]) >= 24;
const hasFlags = FLAGS.every((flag) => process.execArgv.includes(flag));

// As it was given: a link in it, such as that of a release, is followed again by each process that the supervisor starts.
const script = process.argv[1];
// What the supervisor starts finds everything installed and built.
if (cluster.isPrimary) ensureInstalled();
if (isOurNode && (hasFlags || !process.execve)) {
  if (cluster.isPrimary) await ensureBuilt();
  process.env.NODE_ENV = 'production';
  const load = (name) => import(pathToFileURL(path.join(root, 'build/server', `${name}.js`)).href);
  if (cluster.isPrimary) endWithParent();
  const { supervise } = await load('supervisor');
  if (!(await supervise({ script, say: log }))) {
    const { start } = await load('main');
    await start({ root, say: log });
  }
} else if (isOurNode) {
  // Restarts in the same process with the flags, so that signals and the process id stay the same.
  process.execve(process.execPath, [process.execPath, ...FLAGS, script], process.env);
} else {
  // The machine's own Node is older than the project's (only at the first start: afterwards npm finds ours first).
  const child = spawn(nodePath, [...FLAGS, script], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: envWithNode({ KIDDO_PARENT: '1' }),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** If the process that started us is killed, this process must not stay behind and block ports and database. */
function endWithParent() {
  if (process.env.KIDDO_PARENT && process.connected) process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 300).unref();
}
