import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readMetricTable } from '../tests/metric-table.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'deploy/prometheus');
const read = (name: string) => fs.readFileSync(path.join(root, 'deploy', name), 'utf8');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const ruleFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
});

const rules = ruleFile.parse(parse(read('prometheus/kiddo.rules.yml'))).groups.flatMap((group) => group.rules);
const { panels } = dashboard.parse(JSON.parse(read('grafana/kiddo.json')));

/** The figures that an expression asks for and the labels that it knows them by. */
function namesIn(expr: string): { figures: string[]; labels: string[] } {
  const bare = expr.replaceAll(/"[^"]*"/g, '');
  const labels = [...bare.matchAll(/(\w+)=[~]?|\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, label = '', list = '']) => [
    label,
    ...list.split(/,\s*/),
  ]);
  return { figures: bare.match(/\b(?:kiddo|process|nodejs)_\w+/g) ?? [], labels: labels.filter((label) => label !== '') };
}

/** What Prometheus itself knows a process by. */
const OWN_LABELS = ['job', 'instance', 'le'];

test('rules and dashboard ask for figures and labels that the guide names', async () => {
  const table = await readMetricTable(root);
  const asked = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))];
  expect(asked.length).toBeGreaterThan(40);
  for (const expr of asked) {
    const { figures, labels } = namesIn(expr);
    const known = figures.map((name) => table.get(name) ?? table.get(name.replace(/_(bucket|sum|count)$/, '')));
    expect([expr, known.includes(undefined)]).toEqual([expr, false]);
    const allowed = new Set([...OWN_LABELS, ...known.flatMap((each) => each ?? [])]);
    expect([expr, labels.filter((label) => !allowed.has(label))]).toEqual([expr, []]);
  }
});

test('each alert is tried by the tests of the rules, both where it is quiet and where it calls', () => {
  const tried = z
    .object({
      tests: z.array(
        z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).optional() })) }),
      ),
    })
    .parse(parse(read('prometheus/kiddo.rules.test.yml')))
    .tests.flatMap((each) => each.alert_rule_test);
  const names = (isCalled: boolean) => [
    ...new Set(tried.filter((each) => (each.exp_alerts !== undefined) === isCalled).map(({ alertname }) => alertname)),
  ];
  const all = rules.map(({ alert }) => alert).toSorted();
  expect(names(true).toSorted()).toEqual(all);
  expect(names(false).toSorted()).toEqual(all);
});

test('the panels of the dashboard have their own place', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

if (!hasPromtool) console.warn('The alert rules are not run: promtool is not installed here (Debian: apt-get install prometheus).');
test.skipIf(!hasPromtool)('promtool takes the rules, and they call when they should', () => {
  for (const args of [
    ['check', 'rules', 'kiddo.rules.yml'],
    ['test', 'rules', 'kiddo.rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    expect([args.join(' '), status, status === 0 ? '' : stdout + stderr]).toEqual([args.join(' '), 0, '']);
  }
});
