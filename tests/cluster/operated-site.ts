import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { ensureFaketime } from '../../scripts/testing/ensure-engines.mjs';
import { startRedis, type RedisServer } from '../adapters/redis.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../http/database-proxy.ts';
import { startBalancer } from './balancer.ts';
import { createLimitedDisk, type LimitedDisk } from './limited-disk.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { startSiteProcess, type SiteProcess } from './site-process.ts';

// A site as it is operated on several machines: two processes that serve behind a balancer, one that does the jobs, a database, Redis, a bucket.

const DISK_BYTES = 320 * 2 ** 20;
export const GAMES_HOST = 'kiddo-games.example.net';

type LogLine = { level: number; msg: string; err?: { message: string; code?: string } };

/** A process of the site, which is started again after it was ended, as by a service manager. */
export type Member = {
  name: string;
  env: Record<string, string>;
  process: SiteProcess;
  /** Ends it, and waits for that. @returns its exit code, null after SIGKILL */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again, at the same ports. */
  start(): Promise<void>;
};

export type OperatedSite = {
  origin: string;
  /** Where the balancer listens. */
  port: number;
  webs: [Member, Member];
  worker: Member;
  postgres: PostgresServer;
  redis: RedisServer;
  bucket: Pick<DatabaseProxy, 'stop' | 'start'>;
  /** Below the database, and below the bucket and the data folder. */
  disks: { database: LimitedDisk; files: LimitedDisk };
  /** Sets the clock of the second process that serves ahead by seconds; why it cannot, if so. */
  clock: { missing: string | null; setAhead(seconds: number): void };
  /** What went wrong with processes that nobody ended. */
  surprises: string[];
  /** Lines of the log of level error and above since the last call: who, and what. */
  takeErrors(): string[];
};

/** Starts all of it from nothing. It stops when the test finishes. */
export async function operateSite(): Promise<OperatedSite> {
  const disks = { database: await createLimitedDisk(DISK_BYTES), files: await createLimitedDisk(DISK_BYTES) };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-cluster-'));
  fs.chmodSync(folder, 0o755);
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const make = (at: string) => (fs.mkdirSync(at, { recursive: true }), at);
  const [postgres, redis] = await Promise.all([startPostgres(disks.database.folder, make(path.join(folder, 'wal'))), startRedis()]);
  const bucket = await startBucket(make(path.join(disks.files.folder, 'bucket')));
  const [port = 0, ...ports] = await freePorts(6);
  const origin = `http://localhost:${port}`;
  const clockFile = path.join(folder, 'clock');
  const setAhead = (seconds: number) => {
    // Renamed, so that nobody reads half of it.
    fs.writeFileSync(`${clockFile}.new`, `+${seconds}s`);
    fs.renameSync(`${clockFile}.new`, clockFile);
  };
  setAhead(0);
  const faketime = ensureFaketime();
  // Whatever the server behind it is: this one lets nobody through while it is stopped.
  const gate = await startDatabaseProxy(bucket.endpoint);

  const shared = {
    ORIGIN: origin,
    GAMES_ORIGIN: `http://${GAMES_HOST}`,
    ALLOW_PUBLIC_DEMO: 'yes',
    SECRET: 'a-secret-of-the-tests-of-a-whole-cluster',
    DATABASE_URL: postgres.appUrl,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    DATABASE_TIMEOUT: '5',
    DATA_DIR: make(path.join(disks.files.folder, 'data')),
    REDIS_URL: redis.url,
    S3_ENDPOINT: gate.url,
    S3_BUCKET: bucket.name,
    S3_KEY_ID: bucket.keyId,
    S3_SECRET_KEY: bucket.secretKey,
    TRUSTED_PROXIES: '1',
    API_RATE: '600',
    PAGE_RATE: '6000',
  };
  const [port1 = 0, games1 = 0, port2 = 0, games2 = 0, healthPort = 0] = ports;
  const serving = { ...shared, ROLES: 'web,live', DRAIN_SECONDS: '4' };
  const clockEnv: Record<string, string> =
    'missing' in faketime
      ? {}
      : {
          LD_PRELOAD: faketime.programs.library,
          FAKETIME_TIMESTAMP_FILE: clockFile,
          // To read its file at each look at the clock would make the process slow.
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        };
  const surprises: string[] = [];
  const errors: string[] = [];
  const start = (name: string, env: Record<string, string>) => startMember(name, env, { surprises, errors });
  // The first one prepares, and the others wait for it.
  const [web1, web2, worker] = await Promise.all([
    start('web1', { ...serving, PORT: String(port1), GAMES_PORT: String(games1) }),
    start('web2', { ...serving, PORT: String(port2), GAMES_PORT: String(games2), ...clockEnv }),
    start('worker', { ...shared, ROLES: 'worker', HEALTH_PORT: String(healthPort) }),
  ]);
  const webs: OperatedSite['webs'] = [web1, web2];
  await startBalancer(
    port,
    webs.map(({ process: { origin: site, gamesOrigin: games } }) => ({ site, games })),
    (why) => surprises.push(why),
  );
  return {
    origin,
    port,
    webs,
    worker,
    postgres,
    redis,
    bucket: gate,
    disks,
    clock: { missing: 'missing' in faketime ? faketime.missing : null, setAhead },
    surprises,
    takeErrors: () => errors.splice(0),
  };
}

/** What a line of the log says if it is of level error or above, or cannot be read. */
function readError(line: string): string[] {
  if (!line.startsWith('{')) return [];
  try {
    const { level, msg, err } = JSON.parse(line) as LogLine;
    return level >= 50 ? [`${msg}${err ? `: ${err.code ?? ''} ${err.message}` : ''}`] : [];
  } catch {
    return [`this is no line of the log: ${line}`];
  }
}

async function startMember(
  name: string,
  env: Record<string, string>,
  { surprises, errors }: { surprises: string[]; errors: string[] },
): Promise<Member> {
  let isEnding = false;
  const start = async () => {
    isEnding = false;
    // Of each process and stream: one that is killed may leave half a line.
    const rest = { stdout: '', stderr: '' };
    const started = await startSiteProcess(env, (text, stream) => {
      const lines = (rest[stream] + text).split('\n');
      rest[stream] = lines.pop() ?? '';
      errors.push(...lines.flatMap(readError).map((error) => `${name}: ${error}`));
    });
    // It is told by itself, also much later.
    void started.ended.then((code) => isEnding || surprises.push(`${name} ended (${code}): ${started.output().slice(-600)}`));
    return started;
  };
  const member: Member = {
    name,
    env,
    process: await start(),
    async end(signal) {
      isEnding = true;
      member.process.child.kill(signal);
      return member.process.ended;
    },
    async start() {
      member.process = await start();
    },
  };
  onTestFinished(() => void (isEnding = true));
  expect(surprises).toEqual([]);
  return member;
}

const BUCKET = 'kiddo-test';

/** Starts an S3 server in a process of its own. It stops when the test finishes. @param folder where it stores its objects */
async function startBucket(folder: string): Promise<{ endpoint: string; name: string; keyId: string; secretKey: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bucket-process.ts'), folder, BUCKET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  return { endpoint: `http://127.0.0.1:${Number(String(said))}`, name: BUCKET, keyId: 'S3RVER', secretKey: 'S3RVER' };
}
