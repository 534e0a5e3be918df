import path from 'node:path';
import { z } from 'zod';

// The only reader of process.env. No variable at all must boot (demo mode).

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

const variables = z.object({
  KIDDO_MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: port(3000),
  GAMES_PORT: port(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  ORIGIN: origin.optional(),
  GAMES_ORIGIN: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  MEDIA_HOSTS: z.string().default(''),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  API_RATE: z.coerce.number().int().min(0).default(600),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  ROLES: z.string().default('web,worker'),
});

export type Role = 'web' | 'worker';

export type Config = {
  mode: 'demo' | 'production';
  /** Address to bind and the two ports: the site's and the games' own. */
  host: string;
  port: number;
  gamesPort: number;
  /** What stands in links: no slash at the end. */
  origin: string;
  gamesOrigin: string;
  dataDir: string;
  database: { kind: 'embedded'; folder: string; pool: number } | { kind: 'server'; url: string; pool: number };
  /** Signs content tickets; null means: make one and keep it under the data folder (demo mode only). */
  secret: string | null;
  /** Origins of other hosts that covers and imported games may come from; none by default. */
  mediaHosts: string[];
  logLevel: string;
  /** Requests a minute one address may make to the public API; 0 switches the limit off. */
  apiRate: number;
  /** How many proxies in front of us set X-Forwarded-For. */
  trustedProxies: number;
  roles: Role[];
};

/** A setting is wrong: the message says which, and what to do. */
export class ConfigError extends Error {}

/** Reads and checks the settings. @throws ConfigError with one sentence a line. */
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
  const unknown = roles.find((role) => role !== 'web' && role !== 'worker');
  if (unknown !== undefined) throw new ConfigError(`The setting ROLES names '${unknown}'; it knows web and worker.`);
  const config: Config = {
    mode: v.KIDDO_MODE,
    host: v.HOST,
    port: v.PORT,
    gamesPort: v.GAMES_PORT,
    origin: v.ORIGIN ?? `http://localhost:${v.PORT}`,
    gamesOrigin: v.GAMES_ORIGIN ?? `http://localhost:${v.GAMES_PORT}`,
    dataDir,
    database: v.DATABASE_URL
      ? { kind: 'server', url: v.DATABASE_URL, pool: v.DATABASE_POOL }
      : { kind: 'embedded', folder: path.join(dataDir, 'postgres'), pool: v.DATABASE_POOL },
    secret: v.SECRET ?? null,
    mediaHosts: readHosts(v.MEDIA_HOSTS),
    logLevel: v.LOG_LEVEL,
    apiRate: v.API_RATE,
    trustedProxies: v.TRUSTED_PROXIES,
    roles: roles as Role[],
  };
  if (config.mode === 'production') checkProduction(config);
  if (v.PORT !== 0 && v.PORT === v.GAMES_PORT) {
    throw new ConfigError(`PORT and GAMES_PORT are both ${v.PORT}; the games need a port of their own.`);
  }
  return config;
}

function checkProduction(config: Config): void {
  const faults: string[] = [];
  if (config.secret === null) faults.push('Production needs SECRET: at least 32 random characters.');
  for (const [name, value] of [
    ['ORIGIN', config.origin],
    ['GAMES_ORIGIN', config.gamesOrigin],
  ] as const) {
    const url = new URL(value);
    if (url.protocol !== 'https:') faults.push(`Production needs ${name} to start with https://.`);
    if (/^(localhost|127\.|\[::1\])/.test(url.host)) faults.push(`Production needs ${name} to be a public address, not ${url.host}.`);
  }
  if (config.origin === config.gamesOrigin) faults.push('Games need an origin of their own: GAMES_ORIGIN must differ from ORIGIN.');
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

function readHosts(text: string): string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')
    .map((host) => {
      const parsed = origin.safeParse(host);
      if (!parsed.success) throw new ConfigError(`MEDIA_HOSTS names '${host}', which is not an origin such as https://cdn.example.com.`);
      return parsed.data;
    });
}
