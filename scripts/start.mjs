// npm start: installs, builds when the source changed, and serves. See src/main.ts for what serving is.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, node, root, say, withNode } from './prepare.mjs';

ensureInstalled();
await ensureBuilt();

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.env.NODE_ENV = 'production';
  const { start } = await import(pathToFileURL(path.join(root, 'build/server/main.js')).href);
  await start({ root, say });
} else {
  // The machine's own Node is older than the one the project brings (only at the first start: then npm finds ours first).
  const child = spawn(node, [path.join(root, 'scripts/start.mjs')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: withNode({ KIDDO_PARENT: '1' }),
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
// Should the process that started us be killed, we do not live on behind its back.
if (process.env.KIDDO_PARENT && process.connected) process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
