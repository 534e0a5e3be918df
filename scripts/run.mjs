// Runs one of our TypeScript tools with the project's own Node: node scripts/run.mjs FILE [ARGUMENTS]
import { spawn } from 'node:child_process';
import { ensureInstalled, nodePath, envWithNode } from './prepare.mjs';

ensureInstalled();
const child = spawn(nodePath, ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: envWithNode(),
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
