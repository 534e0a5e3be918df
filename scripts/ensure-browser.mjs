// Finds a Chromium for the browser tests, or installs one if that works without user input.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { nodePath, root, log, envWithNode } from './prepare.mjs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const KNOWN_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell'];

/**
 * Finds the browsers for the tests: a full Chromium, and its headless shell, which does the same with less work. Without a shell, the full
 * Chromium takes its place. Exits with one sentence when there is no Chromium and none can be installed.
 * @returns {{ chromium: string, shell: string }} paths
 */
export function ensureBrowsers() {
  const named = process.env.CHROMIUM_PATH;
  if (!named && !find()) install();
  const chromium = named || find() || fail();
  if (!named && !findShell() && canInstall()) installPackage('chromium-headless-shell');
  return { chromium, shell: process.env.HEADLESS_SHELL_PATH || (named ? named : findShell()) || chromium };
}

function find() {
  return KNOWN.find((at) => fs.existsSync(at)) ?? findOnPath() ?? findPlaywrights();
}

function findShell() {
  const known = KNOWN_SHELLS.find((at) => fs.existsSync(at));
  if (known) return known;
  // Playwright installs its shell next to its browser: chromium-1234 and chromium_headless_shell-1234.
  const full = findPlaywrights();
  const folder = full && /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(full);
  if (!folder) return undefined;
  const shells = path.join(folder[1], `chromium_headless_shell-${folder[2]}`);
  if (!fs.existsSync(shells)) return undefined;
  const name = fs
    .readdirSync(shells, { recursive: true })
    .find((entry) => /(^|[\\/])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(entry));
  return name && path.join(shells, name);
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((at) => fs.existsSync(at));
}

/** A browser that Playwright has installed. */
function findPlaywrights() {
  const asked = spawnSync(nodePath, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
    env: envWithNode(),
  });
  const at = asked.stdout?.trim();
  return at && fs.existsSync(at) ? at : undefined;
}

/** Whether Debian packages can be installed without user input. */
export const canInstall = () => process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');

function install() {
  if (canInstall()) {
    log('Installing Chromium for the browser tests (Debian package; some minutes) ...');
    installPackage('chromium');
    return;
  }
  log('Installing Chromium for the browser tests (by Playwright; some minutes) ...');
  spawnSync(nodePath, [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: envWithNode(),
  });
}

/** Installs a Debian package; not every distribution has it. A failed installation is ignored here; the caller copes or reports it. */
export function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

function fail() {
  process.stderr.write('The browser tests need a Chromium and none could be installed. Install one, or name it with CHROMIUM_PATH.\n');
  process.exit(1);
}
