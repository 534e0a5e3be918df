// npm run sbom: what the site is made of in production, as a CycloneDX SBOM (JSON). npm writes it from the lock file, so that nothing has to
// be installed. Plain JavaScript, for any Node from 20 up.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const USAGE = `npm run sbom -- FILE           writes the SBOM into a file
npm run --silent sbom          writes it to standard output`;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const readJson = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));

const [file, ...rest] = process.argv.slice(2);
if (rest.length > 0 || file?.startsWith('-')) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const sbom = createSbom();
if (sbom === null) process.exitCode = 1;
else if (file === undefined) process.stdout.write(sbom);
else fs.writeFileSync(file, sbom);

/**
 * Lets npm describe a project that has our packages for production and no others. Its own `--omit=dev` would leave out every package that any
 * other package is tested with, such as React, and keep vite, which better-auth may work with.
 * @returns the JSON, or null if npm cannot; it has said why
 */
function createSbom() {
  const { devDependencies: _, ...manifest } = readJson('package.json');
  const { packages, ...lock } = readJson('package-lock.json');
  const { devDependencies: __, ...main } = packages[''];
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-sbom-'));
  try {
    // npm names what it describes after the folder.
    const folder = path.join(temporary, manifest.name);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    const production = { '': main, ...pickProduction({ ...packages, '': main }) };
    fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: production }));
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
    const npm = process.env.npm_execpath;
    const [command, given] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
    const done = spawnSync(command, given, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64e6 });
    if (done.error) process.stderr.write(`npm does not start: ${done.error.message}\n`);
    return done.status === 0 ? String(done.stdout) : null;
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** The packages of a lock file that the project itself needs, directly or by another package, for any platform. */
function pickProduction(packages) {
  const picked = new Map();
  const pick = (at) => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[at];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolve(packages, at, name);
      if (found === null || picked.has(found)) continue;
      picked.set(found, packages[found]);
      pick(found);
    }
  };
  pick('');
  return Object.fromEntries([...picked].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where a package finds another one: beside its own packages, or beside itself or what contains it. Null: it was not installed. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (at === '') return null;
  }
}
