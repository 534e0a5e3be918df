import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { ensurePgBackRest } from '../../scripts/testing/ensure-engines.mjs';
import type { Bucket } from '../../src/infra/files/s3.ts';
import { PRODUCTION_SETTINGS } from '../production-settings.ts';
import { root } from './built-site.ts';

const found = ensurePgBackRest();

/** Why PostgreSQL of the system or pgBackRest is not here; null if both are. */
export const missingPgBackRest: string | null = 'missing' in found ? found.missing : null;

/** The commands of the guide's blocks that are marked with this name, in order. */
export async function readGuideBlocks(mark: string): Promise<string[]> {
  const guide = await fs.readFile(path.join(root, 'docs/operators-guide.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh (\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === mark);
  if (blocks.length === 0) throw new Error(`the guide has no commands that are marked with '${mark}'`);
  return blocks.map(([, , commands = '']) => commands);
}

export type DebianMachine = {
  /** Runs commands of the guide with `sh -eu`. @returns what they wrote @throws Error if one fails */
  run(commands: string, env?: Record<string, string>): Promise<string>;
  /** What was not run, but only noted, in order. */
  notRun(): Promise<string[]>;
  /** A file as it is, with who may read it. `owner`: the account and the group that the commands gave it, null if none did. */
  readFile(name: string): Promise<{ text: string; mode: string; owner: string | null }>;
  /** Takes everything of the database and its settings away but /root/kept, and puts an empty one there, as on another machine. */
  becomeNewMachine(): Promise<void>;
  metricsUrl: string;
};

/** Folders of a system, which are in the machine's own folder instead. */
const inFolder = (text: string, folder: string) =>
  text.replaceAll(/(?<![\w.$"{}/*-])\/(?=(?:etc|opt|root|var\/lib|usr\/local)\/)/g, `${folder}/`);

/**
 * A folder that stands for a bare Debian machine: its own /etc, /opt, /var/lib and /usr/local, a PostgreSQL as the package sets it up, and
 * programs in front of the system's that take the place of those which would change this machine. They end what they do not know.
 * @param bucket where backups go, by TLS
 */
export async function createDebianMachine(bucket: Bucket): Promise<DebianMachine> {
  if ('missing' in found) throw new Error(found.missing);
  const { binaries, version, pgbackrest } = found.programs;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-debian-'));
  const [databasePort = 0, practicePort = 0, port = 0, gamesPort = 0, metricsPort = 0] = await freePorts(5);
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const env = {
    PATH: [at('bin'), binaries, path.join(root, 'node_modules/.bin'), process.env['PATH']].join(':'),
    HOME: folder,
    LANG: 'C',
    // How the account postgres reaches its database, where pgBackRest finds its file, and a store that nobody has certified.
    PGHOST: at('run'),
    PGPORT: String(databasePort),
    PGUSER: 'postgres',
    PGBACKREST_CONFIG: at('etc/pgbackrest.conf'),
    PGBACKREST_LOG_PATH: at('log'),
    PGBACKREST_LOCK_PATH: at('lock'),
    PGBACKREST_PG1_PORT: String(databasePort),
    PGBACKREST_PG1_SOCKET_PATH: at('run'),
    PGBACKREST_REPO1_STORAGE_PORT: new URL(bucket.endpoint).port,
    PGBACKREST_REPO1_STORAGE_VERIFY_TLS: 'n',
  };
  const toMachine = (text: string) =>
    inFolder(text, folder)
      .replaceAll('/usr/lib/postgresql/$PG/bin/', '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replaceAll('@127.0.0.1/', `@127.0.0.1:${databasePort}/`)
      .replaceAll('5499', String(practicePort));
  const run = (commands: string, more: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const child = spawn('sh', ['-eu', '-c', toMachine(commands)], {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      // Not 'close': what it started goes on, and keeps the streams.
      child.once('exit', (code) =>
        setImmediate(() => (code === 0 ? resolve(output) : reject(new Error(`It ended with ${code}:\n${output}`)))),
      );
    });

  const isRoot = process.getuid?.() === 0;
  const config = at('etc/postgresql', version, 'main');
  const data = at('var/lib/postgresql', version, 'main');
  for (const name of [
    'bin',
    'log',
    'lock',
    'run',
    'etc/systemd/system',
    'etc/caddy',
    'opt',
    'root/kept',
    'usr/local/bin',
    'var/lib',
    'var/lib/postgresql',
  ])
    await fs.mkdir(at(name), { recursive: true });
  await fs.mkdir(path.join(config, 'conf.d'), { recursive: true });
  // The account postgres enters it.
  if (isRoot) await fs.chmod(folder, 0o755);
  const { SMTP_URL, PAYSTACK_SECRET_KEY } = PRODUCTION_SETTINGS;
  const ports = { PORT: port, GAMES_PORT: gamesPort, METRICS_PORT: metricsPort };
  const files = {
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.name,
    S3_KEY_ID: bucket.keyId,
    S3_SECRET_KEY: bucket.secretKey,
    // A store that nobody has certified, here too.
    NODE_TLS_REJECT_UNAUTHORIZED: 0,
  };
  const own = { SMTP_URL, PAYSTACK_SECRET_KEY, ...files, ...ports, DRAIN_SECONDS: 0, OVERLOAD_REQUESTS: 0, OVERLOAD_DELAY: 0 };
  const known: Record<string, string> = {
    FOLDER: folder,
    SOURCES: root,
    NODE: process.execPath,
    CONFIG: config,
    SETTINGS: Object.entries(own)
      .map(([name, value]) => `${name}=${value}`)
      .join('\\n'),
    ENDPOINT: new URL(bucket.endpoint).hostname,
    BUCKET: bucket.name,
    KEY_ID: bucket.keyId,
    SECRET_KEY: bucket.secretKey,
  };
  for (const [name, text] of Object.entries(PROGRAMS)) {
    const script = `#!/bin/sh\nset -eu\n${text.replaceAll(/@(\w+)@/g, (_, key: string) => known[key] ?? '')}`;
    await fs.writeFile(at('bin', name), script, { mode: 0o755 });
  }
  await fs.symlink(pgbackrest, at('bin/pgbackrest'));
  onTestFinished(async () => {
    await run('systemctl stop kiddo; systemctl stop postgresql@ALL-main').catch(() => {});
    await fs.rm(folder, { recursive: true, force: true });
  });

  // As the package does it on a machine without a language.
  const createCluster = () =>
    run(`
    install -d -o postgres -g postgres "${data}" "${at('log')}" "${at('lock')}" "${at('run')}"
    runuser -u postgres -- initdb -D "${data}" -U postgres --auth-local=trust --auth-host=scram-sha-256 --locale=C --encoding=SQL_ASCII -N
    cp "${data}/pg_hba.conf" "${config}"
    printf '%s\\n' "data_directory = '${data}'" "hba_file = '${config}/pg_hba.conf'" "unix_socket_directories = '${at('run')}'" \\
      "port = ${databasePort}" "listen_addresses = '127.0.0.1'" "fsync = off" "shared_buffers = 32MB" "include_dir = 'conf.d'" > "${config}/postgresql.conf"
    rm "${data}/postgresql.conf" "${data}/pg_hba.conf"
    chmod -R a+rX "${config}"
    systemctl start postgresql@${version}-main`);
  await createCluster();
  return {
    run,
    notRun: async () => (await fs.readFile(at('not-run'), 'utf8')).trim().split('\n'),
    readFile: async (name) => {
      const owners = await fs.readFile(at('owners'), 'utf8');
      return {
        text: await fs.readFile(at(name), 'utf8'),
        mode: ((await fs.stat(at(name))).mode & 0o777).toString(8),
        owner:
          owners
            .split('\n')
            .findLast((line) => line.startsWith(`${at(name)} `))
            ?.split(' ')[1] ?? null,
      };
    },
    becomeNewMachine: async () => {
      await run(`
        systemctl stop kiddo
        runuser -u postgres -- pg_ctl -D "${config}" -s -m immediate stop
        rm -rf "${data}" ${['kiddo.env', 'pgbackrest.conf', 'systemd/system/*'].map((name) => at('etc', name)).join(' ')} "${config}"/conf.d/* "${at('usr/local/bin')}"/*`);
      await createCluster();
    },
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
  };
}

/** Notes a command without running it, with the folder as `/`. */
const NOTE = `printf '%s\\n' "$(basename "$0") $*" | sed 's|@FOLDER@/|/|g' >> @FOLDER@/not-run`;

/** Programs in the place of those that would change this machine. */
const PROGRAMS = {
  'apt-get': NOTE,
  useradd: NOTE,
  chown: NOTE,
  // The sources as they are, with their build.
  git: `${NOTE}\nmkdir "$3"\nln -s @SOURCES@/* "$3"`,
  npm: `case "$*" in
    'run build') ${NOTE};;
    'run --silent accounts -- '*) shift 4; exec @NODE@ --disable-warning=ExperimentalWarning @SOURCES@/scripts/accounts.ts "$@";;
    *) exit 64;;
  esac`,
  // Runs as the account that PostgreSQL needs, if that is not who runs this.
  runuser: `if [ "$1" = -s ] && [ "$3" = kiddo ] && [ "$4" = -c ]; then exec "$2" -c "$5"; fi
  [ "$1" = -u ] && [ "$2" = postgres ] && [ "$3" = -- ] || exit 64
  shift 3
  cd /
  if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"; fi
  exec "$@"`,
  install: `case "$*" in *' -o root -g postgres '*) for last in "$@"; do :; done; echo "$last root:postgres" >> @FOLDER@/owners;; esac
  owner=
  for each in "$@"; do
    shift
    case "$each" in -o|-g) owner=next;; *) if [ "$owner" = next ]; then owner=$each; else set -- "$@" "$each"; fi;; esac
  done
  /usr/bin/install "$@"
  case "$owner-$(id -u)" in postgres-0) for each in "$@"; do case "$each" in /*) /bin/chown postgres "$each";; esac; done;; esac`,
  // What a person fills in.
  editor: `case "$1" in
    @FOLDER@/etc/kiddo.env) grep -q '^SMTP_URL=.*PASSWORD' "$1"; grep -qx 'S3_BUCKET=' "$1"
      sed -i -e '/^S3_/d; /^SMTP_URL=/d; /^PAYSTACK_SECRET_KEY=/d; /^DRAIN_SECONDS=/d' "$1"; printf '@SETTINGS@\\n' >> "$1";;
    @FOLDER@/etc/pgbackrest.conf) sed -i -e 's|=BUCKET$|=@BUCKET@|; s|=KEY$|=@KEY_ID@|; s|=SECRET$|=@SECRET_KEY@|; s|^repo1-s3-endpoint=.*|repo1-s3-endpoint=@ENDPOINT@|; s|=/var/lib/|=@FOLDER@/var/lib/|' "$1";;
    *) exit 64;;
  esac`,
  systemctl: `control() { runuser -u postgres -- pg_ctl -D @CONFIG@ -s -w -l @FOLDER@/log/postgresql "$@"; }
  case "$*" in
    daemon-reload|'enable --now kiddo-backup-full.timer kiddo-backup-diff.timer') ${NOTE};;
    'reload caddy') ${NOTE}; if command -v caddy > /dev/null; then caddy adapt --adapter caddyfile --config @FOLDER@/etc/caddy/Caddyfile > /dev/null; fi;;
    'start postgresql@'*|'restart postgresql@'*) control "$1";;
    'is-active -q postgresql@'*) runuser -u postgres -- pg_ctl -D @CONFIG@ status > /dev/null;;
    'stop postgresql@'*) if runuser -u postgres -- pg_ctl -D @CONFIG@ status > /dev/null; then control -m fast stop; fi;;
    'enable --now kiddo'|'start kiddo')
      unit=@FOLDER@/etc/systemd/system/kiddo.service
      grep -qx 'EnvironmentFile=/etc/kiddo.env' "$unit"
      [ -d @FOLDER@/var/lib/kiddo ]
      set -a; . @FOLDER@/etc/kiddo.env; set +a
      command=$(sed -n 's|^ExecStart=/usr/bin/node /opt/|@FOLDER@/opt/|p' "$unit")
      NODE_ENV=production setsid @NODE@ $command > @FOLDER@/log/kiddo 2>&1 & echo $! > @FOLDER@/pid;;
    'stop kiddo') if [ -f @FOLDER@/pid ]; then pid=$(cat @FOLDER@/pid); rm @FOLDER@/pid; kill "$pid"; while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done; fi;;
    'start kiddo-backup@full')
      command=$(sed -n 's|^ExecStart=/usr/local/bin/\\(.*\\) %i$|@FOLDER@/usr/local/bin/\\1|p' @FOLDER@/etc/systemd/system/kiddo-backup@.service)
      runuser -u postgres -- "$command" full;;
    *) echo "systemctl is not known to do: $*" >&2; exit 64;;
  esac`,
};
