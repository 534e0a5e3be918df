// Finds the programs that some tests need beside Kiddo, such as other browsers, or installs them where that works without user input.
import fs from 'node:fs';
import path from 'node:path';
import { canInstall, installPackage } from '../ensure-browser.mjs';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver'];
const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const PGBACKREST = ['/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest'];
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy', '/opt/homebrew/bin/haproxy'];
const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];
const DISPLAY = ['/usr/bin/Xvfb'];

/**
 * Firefox itself: it needs no driver.
 * @returns {{ programs: { firefox: string } } | { missing: string }} why it is not here, if so
 */
export function ensureFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named && !fs.existsSync(named)) return { missing: `FIREFOX_PATH names ${named}, which does not exist` };
  const find = () => named || FIREFOX.find((at) => fs.existsSync(at));
  if (!find()) install('Firefox', ['firefox-esr']);
  const firefox = find();
  return firefox ? { programs: { firefox } } : { missing: `no Firefox was found${howToInstall('firefox-esr')}` };
}

/**
 * WebKitGTK's small browser, its driver, and an X server without a screen.
 * @returns {{ programs: { driver: string, browser: string, display: string } } | { missing: string }} why it is not here, if so
 */
export function ensureWebKit() {
  if (process.platform !== 'linux') return { missing: 'WebKitGTK runs on Linux' };
  const find = () => ({
    driver: WEBKIT_DRIVER.find((at) => fs.existsSync(at)),
    browser: findMiniBrowser(),
    display: DISPLAY.find((at) => fs.existsSync(at)),
  });
  const isComplete = (found) => Object.values(found).every(Boolean);
  if (!isComplete(find())) install('WebKitGTK', ['webkit2gtk-driver', 'xvfb']);
  const programs = find();
  if (isComplete(programs)) return { programs };
  const missing = { driver: 'WebKitWebDriver', browser: 'MiniBrowser', display: 'Xvfb' };
  const names = Object.keys(missing).filter((name) => !programs[name]);
  return { missing: `no ${names.map((name) => missing[name]).join(', no ')} was found${howToInstall('webkit2gtk-driver xvfb')}` };
}

/**
 * PgBouncer, a pooler of database connections.
 * @returns {{ programs: { pgbouncer: string } } | { missing: string }} why it is not here, if so
 */
export function ensurePgBouncer() {
  const find = () => PGBOUNCER.find((at) => fs.existsSync(at));
  if (!find()) install('PgBouncer', ['pgbouncer']);
  const pgbouncer = find();
  return pgbouncer ? { programs: { pgbouncer } } : { missing: `no PgBouncer was found${howToInstall('pgbouncer')}` };
}

/**
 * pgBackRest, and the newest PostgreSQL of the system, which is not newer than pgBackRest knows: the one that comes with npm may be.
 * @returns {{ programs: { pgbackrest: string, binaries: string, version: string } } | { missing: string }} why it is not here, if so
 */
export function ensurePgBackRest() {
  const find = () => ({
    pgbackrest: PGBACKREST.find((at) => fs.existsSync(at)),
    binaries: fs
      .globSync('/usr/lib/postgresql/*/bin')
      // By number: 9.6 is older than 15.
      .toSorted(new Intl.Collator('en', { numeric: true }).compare)
      .findLast((at) => fs.existsSync(`${at}/initdb`)),
  });
  const isComplete = (found) => Object.values(found).every(Boolean);
  if (!isComplete(find())) withoutCluster(() => install('pgBackRest and PostgreSQL', ['postgresql', 'pgbackrest']));
  const programs = find();
  if (isComplete(programs)) return { programs: { ...programs, version: programs.binaries.split('/').at(-2) } };
  const names = [...(programs.pgbackrest ? [] : ['pgBackRest']), ...(programs.binaries ? [] : ['PostgreSQL of the system'])];
  return { missing: `no ${names.join(', no ')} was found${howToInstall('postgresql pgbackrest')}` };
}

/**
 * HAProxy, a balancer.
 * @returns {{ programs: { haproxy: string } } | { missing: string }} why it is not here, if so
 */
export function ensureHaproxy() {
  const find = () => HAPROXY.find((at) => fs.existsSync(at));
  if (!find()) install('HAProxy', ['haproxy']);
  const haproxy = find();
  return haproxy ? { programs: { haproxy } } : { missing: `no HAProxy was found${howToInstall('haproxy')}` };
}

/**
 * Redis.
 * @returns {{ programs: { redis: string } } | { missing: string }} why it is not here, if so
 */
export function ensureRedis() {
  // Whoever compiles it puts it anywhere.
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'redis-server'));
  const find = () => [...REDIS, ...onPath].find((at) => fs.existsSync(at));
  if (!find()) install('Redis', ['redis-server']);
  const redis = find();
  return redis ? { programs: { redis } } : { missing: `no redis-server was found${howToInstall('redis-server')}` };
}

/**
 * libfaketime, a library that gives a program another time (Linux).
 * @returns {{ programs: { library: string } } | { missing: string }} why it is not here, if so
 */
export function ensureFaketime() {
  if (process.platform !== 'linux') return { missing: 'the clock of one program is changed on Linux only' };
  const find = () => fs.globSync('/usr/lib{,64}/{,*/}faketime/libfaketimeMT.so.1')[0];
  if (!find()) install('libfaketime', ['faketime']);
  const library = find();
  return library ? { programs: { library } } : { missing: `no libfaketime was found${howToInstall('faketime')}` };
}

/** The newest of the versions that a distribution has side by side: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function findMiniBrowser() {
  const folders = fs.globSync('/usr/lib{,exec}/{,*/}webkit*gtk-*/MiniBrowser');
  return folders.toSorted().at(-1);
}

function install(title, names) {
  if (!canInstall()) return;
  process.stdout.write(`Installing ${title} (Debian packages ${names.join(', ')}; some minutes) ...\n`);
  withoutServices(() => {
    for (const name of names) installPackage(name);
  });
}

/** Installs packages whose services are not started: the tests start programs of their own. */
function withoutServices(doInstall) {
  const file = '/usr/sbin/policy-rc.d';
  if (fs.existsSync(file)) return doInstall();
  // Debian asks this program whether a service may be started: 101 is no.
  fs.writeFileSync(file, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    doInstall();
  } finally {
    fs.rmSync(file);
  }
}

/** Installs PostgreSQL without the database that Debian's package otherwise makes, starts, and starts again with the machine. */
function withoutCluster(doInstall) {
  const folder = '/etc/postgresql-common/createcluster.d';
  if (!canInstall()) return doInstall();
  fs.mkdirSync(folder, { recursive: true });
  const file = `${folder}/kiddo-tests.conf`;
  fs.writeFileSync(file, 'create_main_cluster = false\n');
  try {
    doInstall();
  } finally {
    fs.rmSync(file);
  }
}

function howToInstall(packages) {
  if (canInstall()) return ', and it could not be installed';
  return fs.existsSync('/usr/bin/apt-get') ? `: apt-get install ${packages}` : '';
}
