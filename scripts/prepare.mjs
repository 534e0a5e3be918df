// Shared by `npm start`, `npm test` and the tools: installs packages and builds the site.
// Plain JavaScript without packages: it runs on Node 20 and later, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ensureRelease } from './releases.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');

/** The Node executable that the project installs. */
export const nodePath = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

export function log(text) {
  process.stdout.write(`${text}\n`);
}

function run(title, command, args, extra = {}) {
  const started = Date.now();
  log(`${title} ...`);
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: envWithNode(extra), maxBuffer: 64e6 });
  if (done.status !== 0) {
    process.stderr.write(`${String(done.stdout ?? '')}${String(done.stderr ?? '')}${done.error ? `${done.error.message}\n` : ''}`);
    process.stderr.write(`${title}: failed. The lines above say why.\n`);
    process.exit(1);
  }
  log(`${title}: done in ${Math.round((Date.now() - started) / 100) / 10} s`);
}

/** The environment with the project's own Node and tools first in PATH. */
export function envWithNode(extra = {}) {
  return { ...process.env, PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`, ...extra };
}

/**
 * Whether a Node is too old to install the packages: npm leaves out what an older one could not run, such as the compiler of the build,
 * without a word, and the build fails with an error that says nothing.
 * @param {string} version such as '20.20.2'
 */
export function isTooOldToInstall(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return !(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19));
}

/** Installs the packages if the lock file changed since the last installation. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(modules, '.kiddo-installed');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock && fs.existsSync(nodePath)) return;
  const npm = process.env.npm_execpath;
  const installer = isTooOldToInstall(process.versions.node) ? installNewerNode(npm) : process.execPath;
  // Not `npm ci`: it rejects a lock file that lacks the binaries of other platforms.
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  runNpm('Installing packages (1 of 2; some minutes the first time)', npm, args, installer);
  if (!fs.existsSync(nodePath)) {
    process.stderr.write(
      'The package `node` did not bring its program. Is installing scripts switched off (npm config get ignore-scripts)?\n',
    );
    process.exit(1);
  }
  fs.writeFileSync(stamp, lock);
}

/** @param npm npm's program; undefined: the one in the path @param node what runs it */
function runNpm(title, npm, args, node) {
  const inPath = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
  if (npm) run(title, node, [npm, ...args], { PATH: inPath });
  else run(title, 'npm', args, { PATH: inPath });
}

/**
 * Installs the Node that the project runs with before everything else, so that npm can run on it.
 * @returns its program
 */
function installNewerNode(npm) {
  const { dependencies, allowScripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folder = path.join(modules, '.kiddo-node');
  // A folder that is no package is not where npm would install to: it would go up to this one.
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `node@${dependencies.node}`];
  runNpm(
    `Installing Node ${dependencies.node}, because ${process.versions.node} is too old to install the rest`,
    npm,
    args,
    process.execPath,
  );
  return path.join(folder, path.relative(root, nodePath));
}

/**
 * Builds the site if there is no release of the sources as they are.
 * @returns the folder of the release
 */
export async function ensureBuilt() {
  return ensureRelease(root, async (folder) => {
    run('Building the site (2 of 2)', nodePath, [path.join(modules, '@react-router/dev/bin.cjs'), 'build'], { BUILD_FOLDER: folder });
    await compress(path.join(folder, 'client'));
  });
}

/** Writes a brotli version next to each file that gets smaller. */
async function compress(folder) {
  const brotli = promisify(zlib.brotliCompress);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
    const at = path.join(entry.parentPath ?? entry.path, entry.name);
    const bytes = fs.readFileSync(at);
    const small = await brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } });
    if (small.length < bytes.length) fs.writeFileSync(`${at}.br`, small);
  }
}
