// Finds a Chromium for the browser tests, or installs one where that can be done without asking.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { node, root, say, withNode } from './prepare.mjs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium. Ends the process with one sentence when there is none and none can be installed. */
export function ensureBrowser() {
  return process.env.CHROMIUM_PATH || find() || install() || fail();
}

function find() {
  return KNOWN.find((at) => fs.existsSync(at)) ?? findOnPath() ?? findPlaywrights();
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((at) => fs.existsSync(at));
}

/** A browser that Playwright installed before. */
function findPlaywrights() {
  const asked = spawnSync(node, ['-e', "console.log(require('@playwright/test').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
    env: withNode(),
  });
  const at = asked.stdout?.trim();
  return at && fs.existsSync(at) ? at : undefined;
}

function install() {
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests (Debian package; some minutes) ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  } else {
    say('Installing Chromium for the browser tests (by Playwright; some minutes) ...');
    spawnSync(node, [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: withNode(),
    });
  }
  return find();
}

function fail() {
  process.stderr.write('The browser tests need a Chromium and none could be installed. Install one, or name it with CHROMIUM_PATH.\n');
  process.exit(1);
}
