// The layers of the tests, cheapest first, and the budget of each.
import path from 'node:path';
import { root } from '../prepare.mjs';

const modules = path.join(root, 'node_modules');
const playwright = path.join(modules, '@playwright/test/cli.js');
const vitest = path.join(modules, 'vitest/vitest.mjs');
// As one argument: vitest would take further words after an option as values of their own.
const project = (name) => `--project=${name}`;

/**
 * `budget` is in CPU seconds on the reference machine of calibration.mjs, with some room for growth; a layer fails at one and a half times
 * its budget. `needs` is what must exist first.
 * @type {{ name: string, title: string, budget: number, needs: ('build' | 'browser')[], commands: string[][] }[]}
 */
export const LAYERS = [
  {
    name: 'check',
    title: 'Checks',
    budget: 50,
    needs: [],
    commands: [
      [path.join(root, 'scripts/check-structure.ts')],
      [path.join(modules, '@react-router/dev/bin.cjs'), 'typegen'],
      [path.join(modules, 'typescript/bin/tsc'), '--noEmit'],
      [path.join(modules, 'oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
      [path.join(modules, 'oxfmt/bin/oxfmt'), '--check', '.'],
      [path.join(modules, 'knip/bin/knip.js'), '--no-progress'],
    ],
  },
  { name: 'unit', title: 'Unit and service tests', budget: 550, needs: [], commands: [[vitest, 'run']] },
  {
    name: 'http',
    title: 'HTTP tests',
    budget: 200,
    needs: ['build'],
    commands: [[vitest, 'run', '--config', path.join(root, 'tests/http/vitest.config.ts')]],
  },
  {
    name: 'cluster',
    title: 'Cluster tests',
    budget: 170,
    needs: ['build'],
    commands: [[vitest, 'run', '--config', path.join(root, 'tests/cluster/vitest.config.ts')]],
  },
  {
    name: 'browser',
    title: 'Browser journeys',
    budget: 1000,
    needs: ['build', 'browser'],
    commands: [[playwright, 'test', ...['desktop', 'phone', 'full-browser', 'games', 'own-site'].map(project)]],
  },
  {
    name: 'pages',
    title: 'Every page',
    budget: 380,
    needs: ['build', 'browser'],
    commands: [[playwright, 'test', ...['pages', 'pages-phone'].map(project)]],
  },
  {
    name: 'crawl',
    title: 'Crawl',
    budget: 700,
    needs: ['build', 'browser'],
    commands: [[playwright, 'test', project('crawl')]],
  },
];
