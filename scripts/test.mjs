// npm test: everything, in the order in which faults are cheapest to find. `npm test -- unit` or `-- browser` runs a part.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBrowsers } from './ensure-browser.mjs';
import { ensureBuilt, ensureInstalled, node, root, say, withNode } from './prepare.mjs';

const only = process.argv[2];
const modules = path.join(root, 'node_modules');
const started = Date.now();

function step(title, args, env = {}) {
  const from = Date.now();
  say(`\n== ${title}`);
  const done = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: withNode(env) });
  if (done.status !== 0) {
    process.stderr.write(`\n${title}: failed\n`);
    process.exit(1);
  }
  say(`== ${title}: ${Math.round((Date.now() - from) / 1000)} s`);
}

ensureInstalled();
if (only === undefined || only === 'check') {
  step('Structure', [path.join(root, 'scripts/check-structure.ts')]);
  step('Route types', [path.join(modules, '@react-router/dev/bin.cjs'), 'typegen']);
  step('Types', [path.join(modules, 'typescript/bin/tsc'), '--noEmit']);
  step('Lint', [path.join(modules, 'oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']);
  step('Format', [path.join(modules, 'oxfmt/bin/oxfmt'), '--check', '.']);
}
if (only === undefined || only === 'unit') step('Unit and service tests', [path.join(modules, 'vitest/vitest.mjs'), 'run']);
if (only === undefined || only === 'browser') {
  const { chromium, shell } = ensureBrowsers();
  await ensureBuilt();
  step('Browser tests', [path.join(modules, '@playwright/test/cli.js'), 'test', ...process.argv.slice(3)], {
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: shell,
  });
}
say(`\nAll passed in ${Math.round((Date.now() - started) / 1000)} s.`);
