import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Bucket } from '../adapters/bucket.ts';
import { parseFigures } from '../metric-table.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../test-certificate.ts';
import { reportSkipped } from '../cluster/skipped.ts';
import { createDebianMachine, missingPgBackRest, readGuideBlocks } from './debian-machine.ts';

if (missingPgBackRest !== null) reportSkipped("the guide's commands for a Debian machine", missingPgBackRest);

/** What changes a machine: it is compared with the guide's words, and not run. */
const NOT_RUN = [
  'apt-get update',
  'apt-get install -y git nodejs npm openssl curl nano postgresql pgbackrest caddy',
  'useradd --system --home-dir /var/lib/kiddo --shell /usr/sbin/nologin kiddo',
  'git clone https://git.example.org/kiddo.git /opt/kiddo-1',
  'chown -R kiddo: /opt/kiddo-1',
  'npm run build',
  'systemctl daemon-reload',
  'systemctl reload caddy',
  'systemctl daemon-reload',
  'systemctl enable --now kiddo-backup-full.timer kiddo-backup-diff.timer',
];

test.runIf(missingPgBackRest === null)(
  'the guide’s own commands make a site of a bare Debian machine, back its database up to a bucket, try that backup, and bring the database back on a new one as it was at a time, and then at a later one',
  async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-backups-'));
    onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
    const bucket = await startS3Bucket(folder, { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY });
    const machine = await createDebianMachine(bucket);
    const [debian = [], backups = [], practice = [], onNewMachine = [], [restore = '', serve = ''] = []] = await Promise.all(
      ['debian', 'backups', 'practice', 'machine', 'restore'].map(readGuideBlocks),
    );
    const ask = async (sql: string) => (await machine.run(`runuser -u postgres -- psql -XAtq -d kiddo -c "${sql}"`)).trim();
    const rename = (name: string) => ask(`update players set display_name = '${name}' where username = 'wanjiru'`);

    const restoreTo = (target: string, timeline = 'latest') =>
      machine.run(restore.replace(/^TARGET=.*$/m, `TARGET="${target}"`).replace(/^TIMELINE=.*$/m, `TIMELINE=${timeline}`));
    const readName = () => ask("select display_name from players where username = 'wanjiru'");

    expect(await machine.run(debian.join(''))).toContain('Made the operator wanjiru');
    const info = await machine.run(backups.join(''));
    expect(info).toMatch(/status: ok\s+cipher: aes-256-cbc[\s\S]*full backup/);
    expect((await machine.notRun()).toSorted()).toEqual(NOT_RUN.toSorted());
    // Nobody else reads a secret, and who runs a part again keeps the passphrase.
    expect(await machine.readFile('etc/kiddo.env')).toMatchObject({ mode: '600' });
    const settings = await machine.readFile('etc/pgbackrest.conf');
    expect(settings).toMatchObject({ mode: '640', owner: 'root:postgres' });
    expect(await machine.run(backups[0] ?? '')).toContain('has a passphrase already');
    expect(await machine.readFile('etc/pgbackrest.conf')).toEqual(settings);
    await machine.run('cp -p /etc/kiddo.env /etc/pgbackrest.conf /root/kept/');
    // The worker, which is not the owner of anything, knows both times.
    const readTimes = async () =>
      parseFigures(await (await fetch(machine.metricsUrl)).text())
        .filter(({ name }) => /^kiddo_(last_backup|last_full_backup|database_archived)_timestamp_seconds$/.test(name))
        .map(({ value }) => value > 1.7e9);
    await expect.poll(readTimes, { timeout: 60_000 }).toEqual([true, true, true]);

    await rename('Before');
    // pgBackRest knows whole seconds, and takes a backup that was complete in a second before this one.
    const target = await ask('select pg_sleep(1.1); select clock_timestamp()');
    await rename('After');
    const later = await ask('select clock_timestamp()');
    await rename('Last');
    // What is lost with a machine is what was not archived yet.
    const last = await ask('select pg_walfile_name(pg_switch_wal())');
    await expect.poll(() => ask('select last_archived_wal from pg_stat_archiver'), { timeout: 60_000, interval: 300 }).toBe(last);

    expect(await machine.run(practice.join(''))).toMatch(/\b1 \|/);
    await machine.becomeNewMachine();
    await machine.run(onNewMachine.join(''));
    // A time that the log does not reach yet is no reason to wait for ever, or to go on.
    await expect(restoreTo('2126-01-01 00:00:00+00')).rejects.toThrow('It ended with');
    await restoreTo(target);
    expect(await readName()).toBe('Before');
    await machine.run(serve);
    // It archives on, as another line of history, and Kiddo serves it: the last of the commands asked.
    expect(await machine.run('runuser -u postgres -- pgbackrest --stanza=kiddo check')).toBe('');
    // Later, in the history before that restore.
    await restoreTo(later, '1');
    expect(await readName()).toBe('After');
  },
  240_000,
);
