import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

type Sbom = {
  bomFormat: string;
  metadata: { component: { name: string; type: string } };
  components: { 'bom-ref': string; name: string; version: string; purl: string; hashes?: object[]; licenses?: object[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const root = path.resolve(import.meta.dirname, '..');
const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };

/** The files of the repository that it reads, in a folder where nothing is installed. */
function freshClone(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-sbom-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'package-lock.json', 'scripts/sbom.mjs']) fs.cpSync(path.join(root, name), path.join(folder, name));
  return folder;
}

test('the SBOM of a fresh clone names what runs in production, with versions, and nothing else', { timeout: 60_000 }, () => {
  const folder = freshClone();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(folder, 'scripts/sbom.mjs'), ...args], { encoding: 'utf8', maxBuffer: 64e6 });
  const { status, stdout } = run();
  expect(status).toBe(0);
  const sbom = JSON.parse(stdout) as Sbom;
  expect([sbom.bomFormat, sbom.metadata.component.name, sbom.metadata.component.type]).toEqual(['CycloneDX', 'kiddo', 'application']);
  expect(sbom.components).toContainEqual(expect.objectContaining({ name: 'react', version: dependencies['react'] }));
  const purls = sbom.components.map(({ purl }) => purl);
  for (const [name, version] of Object.entries(dependencies)) expect(purls).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  // What a package of ours needs in turn.
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:npm\/scheduler@/));
  for (const { name } of sbom.components)
    expect(['typescript', 'vitest', 'vite', '@react-router/dev', 'playwright-core']).not.toContain(name);
  for (const component of sbom.components) expect(component).toMatchObject({ hashes: [{ alg: 'SHA-512' }], licenses: expect.any(Array) });
  const refs = new Set(['kiddo@0.1.0', ...sbom.components.map((component) => component['bom-ref'])]);
  for (const { ref, dependsOn } of sbom.dependencies) expect([ref, ...dependsOn].filter((each) => !refs.has(each))).toEqual([]);

  const file = path.join(folder, 'sbom.json');
  expect(run(file).stdout).toBe('');
  expect((JSON.parse(fs.readFileSync(file, 'utf8')) as Sbom).components).toEqual(sbom.components);
  expect(run('--help').status).toBe(2);
});
