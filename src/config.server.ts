import cluster from 'node:cluster';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { origin as originSchema, variables } from './shared/setting-variables.ts';
import { isLocalPushHost, isPushHost } from './shared/push-hosts.ts';
import { isLocalUrl, isLoopback } from './shared/loopback.ts';
import { checksDatabaseCertificate, isSameDatabase, isWeakSecret } from './shared/setting-checks.ts';

// The only module that reads process.env. The app must start without any variable set (demo mode).

type Role = (typeof ROLES)[number];
const ROLES = ['web', 'live', 'worker'] as const;

export type Config = {
  mode: 'demo' | 'production';
  /** Whether others than this machine may use demo mode. */
  isPublicDemo: boolean;
  /** Whether demo mode fills an empty database with players and what they did. */
  hasDemoWorld: boolean;
  /** The address to bind, and the ports of the site and of the games origin. */
  host: string;
  port: number;
  gamesPort: number;
  /** A port for health checks alone, for processes that serve nothing else; null for none. */
  healthPort: number | null;
  /** Where figures are read (`/metrics`); null: nothing is measured. */
  metrics: { host: string; port: number } | null;
  /** What every line of the log calls this process. */
  processName: string;
  /** What takes longer, in milliseconds, is named in the log; 0 for nothing. */
  slow: { requestMs: number; statementMs: number };
  /** How long a process that was told to stop serves on while it says that it is not ready, in seconds. */
  drainSeconds: number;
  /** The base of links, without a trailing slash. */
  origin: string;
  gamesOrigin: string;
  dataDir: string;
  /**
   * `timeout`: how many seconds a statement may take. `ownerUrl`: for migrations, where `url` has a role that does not own the tables.
   * `directUrl`: past the pooler that `url` goes through, with the same role; null if it goes through none.
   */
  database: ({ kind: 'embedded'; folder: string } | { kind: 'server'; url: string; directUrl: string | null; ownerUrl: string | null }) & {
    /** Where public pages are read from, with the same role, and how many seconds it may be behind; null: there is no replica. */
    replica: { url: string; maxLag: number } | null;
    pool: number;
    timeout: number;
    areStatementsNamed: boolean;
  };
  /**
   * Beyond this, pages are refused: `requests` in flight, `delayMs` milliseconds of delay of the event loop; 0 for no limit. Data, actions
   * and the team's pages are refused later (server/overload.ts).
   */
  overload: { requests: number; delayMs: number };
  /** Signs content tickets; null means: generate one and store it in the data folder (demo mode only). */
  secret: string | null;
  /** Other origins that covers and imported games may be loaded from; none by default. */
  mediaHosts: string[];
  /** Hosts of push services, the only ones that push messages are sent to; `*.` is any host below. */
  pushHosts: string[];
  logLevel: string;
  /** How many requests per minute one IP address may make to the public API; 0 disables the limit. */
  apiRate: number;
  /** How many pages per minute visitors of one IP address may open together; what else follows from it is in server/limits.ts. 0: any. */
  pageRate: number;
  /** How many proxies in front of the server set X-Forwarded-For. */
  trustedProxies: number;
  roles: Role[];
  /** How many processes of this machine serve pages and live connections. From 2 on a supervisor runs them (supervisor.ts). */
  webProcesses: number;
  /** How several processes exchange messages: in memory (a single process), through their supervisor (one machine) or through Redis. */
  bus: { kind: 'memory' } | { kind: 'cluster' } | { kind: 'redis'; url: string };
  /** Where requests are counted: in Redis for all processes, in the supervisor for those of one machine, or in memory. */
  limits: { kind: 'memory' } | { kind: 'redis'; url: string } | { kind: 'cluster' };
  /** Where emails go: files in the data folder (demo mode), or a mail server. `needsTls`: without encryption none is sent. */
  mail: { kind: 'outbox'; folder: string; from: string } | { kind: 'smtp'; url: string; from: string; needsTls: boolean };
  /** Our support address, which also receives the messages from /contact. */
  supportMail: string;
  /** Our pages on other sites; the footer links to them. */
  social: { site: SocialSite; to: string }[];
  /** Sign-in with an OpenID Connect issuer; null when none is configured. */
  issuer: { issuer: string; clientId: string; clientSecret: string } | null;
  /** Where pictures and game files are stored: a folder, or an S3-compatible bucket. */
  files:
    | { kind: 'disk'; folder: string }
    | { kind: 's3'; bucket: { endpoint: string; name: string; region: string; keyId: string; secretKey: string } };
  /** The payment provider: a sandbox (demo mode), or Paystack. */
  payments: { kind: 'till'; folder: string } | { kind: 'paystack'; secretKey: string; base: string };
  /** The Chromium that opens games to see whether they work; null: one of the usual places, if there is one. */
  chromiumPath: string | null;
  /** The folders in which this machine's programs are looked for. */
  programFolders: string[];
};

type SocialSite = 'facebook' | 'instagram' | 'youtube';

/** The sender of demo mode's emails. */
const DEMO_FROM = 'Kiddo <hello@kiddo.invalid>';

/** All settings by name, with their defaults (null: no default). The operator's guide lists the same. */
export function settingDefaults(): Record<string, string | number | null> {
  const defaults: Record<string, string | number | undefined> = variables.parse({});
  return Object.fromEntries(Object.keys(variables.shape).map((name) => [name, defaults[name] ?? null]));
}

/** A setting is wrong: the message says which one, and how to fix it. */
export class ConfigError extends Error {}

/** Reads and validates the settings. @throws ConfigError with one sentence per line */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `The setting ${issue.path.join('.')} is not right: ${issue.message}.`).join('\n'),
    );
  }
  const v = parsed.data;
  const dataDir = path.resolve(v.DATA_DIR);
  const roles = v.ROLES.split(',').map((role) => role.trim());
  const unknown = roles.find((role) => !ROLES.some((known) => known === role));
  if (unknown !== undefined) throw new ConfigError(`The setting ROLES names '${unknown}'; it knows ${ROLES.join(', ')}.`);
  if (roles.includes('live') && !roles.includes('web') && !v.REDIS_URL)
    throw new ConfigError(
      'The setting ROLES asks for live connections apart from the pages: then REDIS_URL must say how they hear of each other.',
    );
  const webProcesses = !roles.includes('web') ? 1 : v.WEB_PROCESSES === 'auto' ? os.availableParallelism() : v.WEB_PROCESSES;
  const config: Config = {
    mode: v.KIDDO_MODE,
    isPublicDemo: v.KIDDO_MODE === 'demo' && v.ALLOW_PUBLIC_DEMO === 'yes',
    hasDemoWorld: v.KIDDO_MODE === 'demo' && v.DEMO_WORLD === 'yes',
    host: v.HOST,
    port: v.PORT,
    gamesPort: v.GAMES_PORT,
    healthPort: v.HEALTH_PORT ?? null,
    metrics: v.METRICS_PORT === undefined ? null : { host: v.METRICS_HOST, port: v.METRICS_PORT },
    processName: v.PROCESS_NAME ?? `${roles.join('-')}-${process.pid}`,
    slow: { requestMs: v.SLOW_REQUEST_MS, statementMs: v.SLOW_STATEMENT_MS },
    drainSeconds: v.DRAIN_SECONDS,
    origin: v.ORIGIN ?? `http://localhost:${v.PORT}`,
    gamesOrigin: v.GAMES_ORIGIN ?? `http://localhost:${v.GAMES_PORT}`,
    dataDir,
    database: {
      ...(v.DATABASE_URL
        ? { kind: 'server', url: v.DATABASE_URL, directUrl: v.DATABASE_DIRECT_URL ?? null, ownerUrl: v.DATABASE_OWNER_URL ?? null }
        : { kind: 'embedded', folder: path.join(dataDir, 'postgres') }),
      replica: v.DATABASE_READ_URL ? { url: v.DATABASE_READ_URL, maxLag: v.DATABASE_READ_LAG } : null,
      pool: v.DATABASE_POOL,
      timeout: v.DATABASE_TIMEOUT,
      areStatementsNamed: v.DATABASE_STATEMENTS === 'named',
    },
    overload: { requests: v.OVERLOAD_REQUESTS, delayMs: v.OVERLOAD_DELAY },
    secret: v.SECRET ?? null,
    mediaHosts: readHosts(v.MEDIA_HOSTS),
    pushHosts: readPushHosts(v.PUSH_HOSTS),
    logLevel: v.LOG_LEVEL,
    apiRate: v.API_RATE,
    pageRate: v.PAGE_RATE,
    trustedProxies: v.TRUSTED_PROXIES,
    roles: roles as Role[],
    webProcesses,
    bus: v.REDIS_URL ? { kind: 'redis', url: v.REDIS_URL } : { kind: webProcesses > 1 ? 'cluster' : 'memory' },
    limits: v.REDIS_URL ? { kind: 'redis', url: v.REDIS_URL } : { kind: cluster.isWorker ? 'cluster' : 'memory' },
    mail: v.SMTP_URL
      ? { kind: 'smtp', url: v.SMTP_URL, from: v.MAIL_FROM ?? '', needsTls: v.ALLOW_PLAIN_CONNECTIONS === 'no' && !isLocalUrl(v.SMTP_URL) }
      : { kind: 'outbox', folder: path.join(dataDir, 'outbox'), from: v.MAIL_FROM ?? DEMO_FROM },
    supportMail: v.SUPPORT_MAIL ?? extractEmail(v.MAIL_FROM ?? DEMO_FROM),
    social: readSocial(v),
    issuer: readIssuer(v.OIDC_ISSUER, v.OIDC_CLIENT_ID, v.OIDC_CLIENT_SECRET),
    files: readBucket(v) ?? { kind: 'disk', folder: path.join(dataDir, 'files') },
    payments: v.PAYSTACK_SECRET_KEY
      ? { kind: 'paystack', secretKey: v.PAYSTACK_SECRET_KEY, base: readPaystackBase(v.PAYSTACK_BASE) }
      : { kind: 'till', folder: path.join(dataDir, 'till') },
    chromiumPath: v.CHROMIUM_PATH ?? null,
    programFolders: (given['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute),
  };
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (v[name] && !v.DATABASE_URL) throw new ConfigError(`${name} needs DATABASE_URL beside it: the role that Kiddo works with.`);
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (v.DATABASE_URL && v[name] && !isSameDatabase(v.DATABASE_URL, v[name]))
      throw new ConfigError(`${name} must name the same role and the same database as DATABASE_URL, at another address.`);
  if (v.PAYSTACK_BASE && !v.PAYSTACK_SECRET_KEY) throw new ConfigError('PAYSTACK_BASE needs PAYSTACK_SECRET_KEY beside it.');
  if (v.SMTP_URL && !v.MAIL_FROM) throw new ConfigError('SMTP_URL needs MAIL_FROM beside it: the address that mails come from.');
  if (v.ALLOW_PLAIN_CONNECTIONS === 'no') checkEncryption(v);
  if (config.mode === 'production') checkProduction(config);
  else checkDemo(config);
  if (v.HEALTH_PORT && [v.PORT, v.GAMES_PORT].includes(v.HEALTH_PORT))
    throw new ConfigError(`HEALTH_PORT is ${v.HEALTH_PORT}, as another port; PORT and GAMES_PORT answer health checks by themselves.`);
  if (v.METRICS_PORT && [v.PORT, v.GAMES_PORT, v.HEALTH_PORT].includes(v.METRICS_PORT))
    throw new ConfigError(`METRICS_PORT is ${v.METRICS_PORT}, as another port; it needs one that nobody else can reach.`);
  // The supervisor gives those behind it to its processes, which read their own here.
  const metricsPorts = cluster.isWorker || webProcesses === 1 ? 1 : webProcesses + Number(roles.includes('worker'));
  if (v.METRICS_PORT && v.METRICS_PORT + metricsPorts - 1 > 65_535)
    throw new ConfigError(
      `With WEB_PROCESSES figures are at ${metricsPorts} ports from METRICS_PORT on, and the last port there is is 65535; choose a METRICS_PORT of ${65_536 - metricsPorts} or less.`,
    );
  for (const port of [v.PORT, v.GAMES_PORT, v.HEALTH_PORT])
    if (port !== undefined && v.METRICS_PORT && port > v.METRICS_PORT && port < v.METRICS_PORT + metricsPorts)
      throw new ConfigError(
        `With WEB_PROCESSES figures are at ${metricsPorts} ports from METRICS_PORT on, and ${port} is another port; choose a METRICS_PORT after it.`,
      );
  if (v.PORT !== 0 && v.PORT === v.GAMES_PORT) {
    throw new ConfigError(`PORT and GAMES_PORT are both ${v.PORT}; the games need a port of their own.`);
  }
  return config;
}

function checkProduction(config: Config): void {
  const problems: string[] = [];
  if (config.pushHosts.some(isLocalPushHost))
    problems.push('Production needs PUSH_HOSTS without http://: such a push service is for tests.');
  if (config.secret === null) problems.push('Production needs SECRET: at least 32 random characters.');
  else if (isWeakSecret(config.secret))
    problems.push('Production needs a SECRET that nobody can guess: this one is an example or repeats itself.');
  if (config.mail.kind === 'outbox')
    problems.push('Production needs SMTP_URL and MAIL_FROM: in demo mode mails are only files in a folder.');
  if (config.payments.kind === 'till')
    problems.push('Production needs PAYSTACK_SECRET_KEY: the pretend till of demo mode gives everything away.');
  else if (!config.payments.secretKey.startsWith('sk_live_'))
    problems.push('Production needs a PAYSTACK_SECRET_KEY that starts with sk_live_: with a test key nobody really pays.');
  for (const [name, value] of [
    ['ORIGIN', config.origin],
    ['GAMES_ORIGIN', config.gamesOrigin],
  ] as const) {
    const url = new URL(value);
    if (url.protocol !== 'https:') problems.push(`Production needs ${name} to start with https://.`);
    if (isLoopback(url.hostname) || /^(0\.0\.0\.0|\[::\])$/.test(url.hostname))
      problems.push(`Production needs ${name} to be a public address, not ${url.host}.`);
  }
  if (new URL(config.origin).hostname === new URL(config.gamesOrigin).hostname)
    problems.push('Games need a host of their own, since cookies know no ports: GAMES_ORIGIN must name another host than ORIGIN.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Demo mode has well-known passwords: it must only be reachable from this machine, unless a setting explicitly allows more. */
function checkDemo(config: Config): void {
  const exposed = [
    ...(isLoopback(config.host) ? [] : [`HOST ${config.host}`]),
    ...(isLoopback(new URL(config.origin).hostname) ? [] : [`ORIGIN ${config.origin}`]),
    ...(isLoopback(new URL(config.gamesOrigin).hostname) ? [] : [`GAMES_ORIGIN ${config.gamesOrigin}`]),
  ][0];
  if (exposed !== undefined && !config.isPublicDemo)
    throw new ConfigError(
      `Demo mode has passwords that everybody knows, and ${exposed} can be reached by others. Use KIDDO_MODE=production, or ALLOW_PUBLIC_DEMO=yes if that is what you want.`,
    );
}

/**
 * What leaves this machine unencrypted can be read and changed by everybody between, and so can what claims to be encrypted when nobody
 * looks at the certificate.
 */
function checkEncryption(v: z.infer<typeof variables>): void {
  const problems: string[] = [];
  const orPrivate = 'or ALLOW_PLAIN_CONNECTIONS=yes if the network between is yours alone';
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const url = v[name];
    if (url && !isLocalUrl(url) && !checksDatabaseCertificate(url))
      problems.push(
        `${name} names another machine: it needs ?sslmode=verify-full (or sslmode=require with sslrootcert=FILE), ${orPrivate}.`,
      );
  }
  if (v.REDIS_URL && !isLocalUrl(v.REDIS_URL) && !v.REDIS_URL.startsWith('rediss://'))
    problems.push(`REDIS_URL names another machine: it must start with rediss://, ${orPrivate}.`);
  // A server that is asked by smtp:// has to switch to TLS (STARTTLS). What could change that stands in the query of the URL.
  if (v.SMTP_URL && !isLocalUrl(v.SMTP_URL) && URL.parse(v.SMTP_URL)?.search !== '')
    problems.push(`SMTP_URL names another machine: it must not have settings behind a '?', which can switch encryption off, ${orPrivate}.`);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** The email address without the display name. */
function extractEmail(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

/** The configured social pages (spec 1, section 2): a site without an address is not linked. */
function readSocial(v: z.infer<typeof variables>): Config['social'] {
  const given: [SocialSite, string | undefined][] = [
    ['facebook', v.SOCIAL_FACEBOOK],
    ['instagram', v.SOCIAL_INSTAGRAM],
    ['youtube', v.SOCIAL_YOUTUBE],
  ];
  return given.flatMap(([site, to]) => (to === undefined ? [] : [{ site, to }]));
}

function readIssuer(issuer?: string, clientId?: string, clientSecret?: string): Config['issuer'] {
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three, or none.');
  const url = new URL(issuer);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new ConfigError('OIDC_ISSUER must start with https://.');
  return { issuer, clientId, clientSecret };
}

/** The configured bucket, or null when there is none. */
function readBucket(v: z.infer<typeof variables>): Config['files'] | null {
  const given = [v.S3_ENDPOINT, v.S3_BUCKET, v.S3_KEY_ID, v.S3_SECRET_KEY];
  if (given.every((each) => each === undefined)) return null;
  if (!v.S3_ENDPOINT || !v.S3_BUCKET || !v.S3_KEY_ID || !v.S3_SECRET_KEY)
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_KEY_ID and S3_SECRET_KEY go together: set all four, or none.');
  const url = new URL(v.S3_ENDPOINT);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname) && v.ALLOW_PLAIN_CONNECTIONS === 'no')
    throw new ConfigError('S3_ENDPOINT must start with https://, or ALLOW_PLAIN_CONNECTIONS=yes if the network between is yours alone.');
  const endpoint = url.href.replace(/\/+$/, '');
  return { kind: 's3', bucket: { endpoint, name: v.S3_BUCKET, region: v.S3_REGION, keyId: v.S3_KEY_ID, secretKey: v.S3_SECRET_KEY } };
}

/** The base URL of Paystack. Our secret key is sent there, so it must be https, or a test double on this machine. */
function readPaystackBase(base = 'https://api.paystack.co'): string {
  const url = new URL(base);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new ConfigError('PAYSTACK_BASE must start with https://.');
  return url.href.replace(/\/+$/, '');
}

function readHosts(text: string): string[] {
  return splitList(text).map((host) => {
    const parsed = originSchema.safeParse(host);
    if (!parsed.success) throw new ConfigError(`MEDIA_HOSTS names '${host}', which is not an origin such as https://cdn.example.com.`);
    return parsed.data;
  });
}

function readPushHosts(text: string): string[] {
  const hosts = splitList(text);
  const unknown = hosts.find((host) => !isPushHost(host));
  if (unknown !== undefined)
    throw new ConfigError(`PUSH_HOSTS names '${unknown}', which is not the name of a host such as fcm.googleapis.com or *.push.apple.com.`);
  return hosts;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
