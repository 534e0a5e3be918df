// npm test: runs everything, starting with the cheapest checks. The options are listed below.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBrowsers } from './ensure-browser.mjs';
import { ensureBuilt, ensureInstalled, nodePath, root, log, envWithNode } from './prepare.mjs';
import { startCalibration } from './testing/calibration.mjs';
import { LAYERS } from './testing/layers.mjs';
import { runMeasured, signalRunning } from './testing/run-measured.mjs';
import { formatReport } from './testing/report.mjs';
import { openRunFolder } from './testing/run-folder.mjs';
import { startStress } from './testing/stress.mjs';

const USAGE = `npm test                          everything
npm test -- LAYER [ARGUMENTS]     one layer: ${LAYERS.map(({ name }) => name).join(', ')}; the arguments are for its tool
npm test -- changed [COMMIT]      what the changes since a commit (HEAD) can touch, by imports
npm test -- repeat N [FILES]      these test files (all of the browser's) N times, while all cores are busy with other things
npm test -- engines [NAME]        one short journey in Firefox and in WebKit, where they are or can be installed; not part of everything`;

const [only, ...rest] = process.argv.slice(2);
const layer = LAYERS.find(({ name }) => name === only);
if (only !== undefined && !layer && !['changed', 'repeat', 'engines'].includes(only)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

ensureInstalled();
const run = openRunFolder();
let isBrokenOff = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void breakOff(signal));
process.exitCode = (await main()) ? 0 : 1;
await run.close();

async function main() {
  if (only === 'changed') return runPlan(await planOf('changed', rest));
  if (only === 'repeat') return repeat(rest);
  if (only === 'engines') return runEngines(rest);
  if (layer) return (await runLayers([{ layer, args: rest }], { withBudget: rest.length === 0 })).ok;
  return (
    await runLayers(
      LAYERS.map((each) => ({ layer: each, args: [] })),
      { withBudget: true },
    )
  ).ok;
}

/** Stops the running step; closing the run's folder ends everything else. No further step starts. */
async function breakOff(signal) {
  isBrokenOff = true;
  signalRunning(signal);
  log(`\nBroken off by ${signal}.`);
  await run.close();
  process.exit(1);
}

/** Which files of which layers to run, as determined by scripts/testing/changed.ts. */
async function planOf(what, args) {
  const file = path.join(run.folder, 'plan.json');
  const { code } = await runMeasured(nodePath, [path.join(root, `scripts/testing/${what}.ts`), file, ...args], {
    cwd: root,
    env: envWithNode(),
  });
  if (code !== 0) process.exit(code);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** @param plan { layer, args, env } by name; it only contains the layers that need to run */
async function runPlan(plan) {
  const chosen = plan.map(({ name, args, env }) => ({ layer: LAYERS.find((each) => each.name === name), args, env }));
  if (chosen.length === 0) log('Nothing that was changed is tested by anything.');
  return (await runLayers(chosen, { withBudget: false })).ok;
}

async function repeat([times, ...files]) {
  const wanted = Number(times);
  if (!Number.isInteger(wanted) || wanted < 1) {
    process.stderr.write(`${USAGE}\n`);
    return false;
  }
  const stop = startStress(nodePath);
  const chosen = layersOf(files);
  let good = 0;
  for (let nth = 1; nth <= wanted; nth++) {
    if (isBrokenOff) break;
    log(`\n==== ${nth} of ${wanted}, ${os.availableParallelism()} busy loops beside it`);
    if ((await runLayers(chosen, { withBudget: false })).ok) good++;
  }
  await stop();
  log(`\n${good} of ${wanted} times all passed.`);
  return good === wanted;
}

/** Other browsers than Chromium: what they do is seen now and then, so it is no layer, and a missing browser is no failure. */
async function runEngines(names) {
  await ensureBuilt();
  const { code } = await runMeasured(nodePath, [path.join(root, 'tests/engines/main.ts'), ...names], { cwd: root, env: envWithNode() });
  return code === 0;
}

/** The layers of these test files: Playwright's are named *.spec.ts. */
function layersOf(files) {
  const named = (name) => LAYERS.find((each) => each.name === name);
  if (files.length === 0) return ['browser', 'pages', 'crawl'].map((name) => ({ layer: named(name), args: [] }));
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const [http = [], cluster = []] = ['http', 'cluster'].map((name) => files.filter((file) => file.includes(`tests/${name}/`)));
  const unit = files.filter((file) => ![...specs, ...http, ...cluster].includes(file));
  const anyBrowser = { ...named('browser'), title: 'Browser tests', commands: [named('browser').commands[0].slice(0, 2)] };
  return [
    ...(unit.length > 0 ? [{ layer: named('unit'), args: unit }] : []),
    ...(http.length > 0 ? [{ layer: named('http'), args: http }] : []),
    ...(cluster.length > 0 ? [{ layer: named('cluster'), args: cluster }] : []),
    ...(specs.length > 0 ? [{ layer: anyBrowser, args: specs }] : []),
  ];
}

/**
 * Runs layers one after the other. If the checks fail, the rest is skipped; otherwise all run, so that one run reports all failures.
 * @returns whether all passed
 */
async function runLayers(chosen, { withBudget }) {
  const results = [];
  let browsers = {};
  if (chosen.some((each) => each.layer.needs.includes('browser'))) {
    const { chromium, shell } = ensureBrowsers();
    browsers = { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell };
  }
  let isBuilt = false;
  for (const { layer: each, args, env } of chosen) {
    if (isBrokenOff) break;
    if (each.needs.includes('build') && !isBuilt) {
      await ensureBuilt();
      isBuilt = true;
    }
    const endCalibration = withBudget ? startCalibration(nodePath) : null;
    const result = await runLayer(each, args, { ...browsers, ...env });
    const slowness = (await endCalibration?.()) ?? null;
    results.push({ ...result, budget: slowness === null ? null : each.budget * slowness });
    if (each.name === 'check' && results.at(-1).failed > 0) break;
  }
  const { lines, ok } = formatReport(results);
  log(`\n${lines.join('\n')}`);
  return { ok };
}

async function runLayer({ name, title, commands }, args, settings) {
  const counts = path.join(run.folder, `counts-${name}.json`);
  const result = { title, wall: 0, cpu: 0, passed: 0, failed: 0, failures: [] };
  for (const command of commands) {
    log(`\n== ${title}${commands.length > 1 ? `: ${path.basename(command[0])}` : ''}`);
    const env = envWithNode({ ...settings, TEST_COUNTS: counts, TEST_PREPARED_SITE: path.join(run.folder, 'prepared-site') });
    const { code, wall, cpu } = await runMeasured(nodePath, [...command, ...args], { cwd: root, env });
    result.wall += wall;
    result.cpu += cpu;
    const counted = fs.existsSync(counts) ? JSON.parse(fs.readFileSync(counts, 'utf8')) : null;
    fs.rmSync(counts, { force: true });
    result.passed += counted?.passed ?? 0;
    result.failures.push(...(counted?.failures ?? []));
    result.failed += counted?.failed ?? 0;
    if (code !== 0 && !(counted?.failed > 0)) {
      result.failed++;
      result.failures.push({
        name: path.basename(command[0]),
        error: `It ended with code ${code}, and no test that failed; what it said stands above.`,
      });
    }
    if (code !== 0) process.stderr.write(`\n${title}: failed\n`);
  }
  return result;
}
