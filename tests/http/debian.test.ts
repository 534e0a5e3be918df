import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Bucket } from '../adapters/bucket.ts';
import { parseFigures } from '../metric-table.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../test-certificate.ts';
import { createDebianMachine, missingPgBackRest, readGuideCommands } from './debian-machine.ts';

if (missingPgBackRest !== null) console.warn(`The guide's commands for a Debian machine are not run: ${missingPgBackRest}.`);

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
  'the guide’s own commands make a site of a bare Debian machine, back its database up to a bucket, try that backup, and bring the database back as it was at a time',
  async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-backups-'));
    onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
    const bucket = await startS3Bucket(folder, { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY });
    const machine = await createDebianMachine(bucket);
    const [debian, backups, practice, restore] = await Promise.all(['debian', 'backups', 'practice', 'restore'].map(readGuideCommands));
    const ask = async (sql: string) => (await machine.run(`runuser -u postgres -- psql -XAtq -d kiddo -c "${sql}"`)).trim();
    const rename = (name: string) => ask(`update players set display_name = '${name}' where username = 'wanjiru'`);

    expect(await machine.run(debian ?? '')).toContain('Made the operator wanjiru');
    const info = await machine.run(backups ?? '');
    expect(info).toMatch(/status: ok\s+cipher: aes-256-cbc[\s\S]*full backup/);
    expect((await machine.notRun()).toSorted()).toEqual(NOT_RUN.toSorted());
    // The worker, which is not the owner of anything, knows both times.
    const readTimes = async () =>
      parseFigures(await (await fetch(machine.metricsUrl)).text())
        .filter(({ name }) => ['kiddo_last_backup_timestamp_seconds', 'kiddo_database_archived_timestamp_seconds'].includes(name))
        .map(({ value }) => value > 1.7e9);
    await expect.poll(readTimes, { timeout: 60_000 }).toEqual([true, true]);

    await rename('Before');
    const target = await ask('select clock_timestamp()');
    await rename('After');
    // What is lost with a machine is what was not archived yet.
    const last = await ask('select pg_walfile_name(pg_switch_wal())');
    await expect.poll(() => ask('select last_archived_wal from pg_stat_archiver'), { timeout: 60_000, interval: 300 }).toBe(last);

    expect(await machine.run(practice ?? '')).toMatch(/\b1 \|/);
    await machine.destroyDatabase();
    await machine.run((restore ?? '').replace(/^TARGET=.*$/m, `TARGET="${target}"`));
    expect(await ask("select display_name from players where username = 'wanjiru'")).toBe('Before');
    // It archives on, as another line of history, and Kiddo serves it: the last of the commands asked.
    expect(await machine.run('runuser -u postgres -- pgbackrest --stanza=kiddo check')).toBe('');
  },
  240_000,
);
