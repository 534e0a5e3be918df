import { z } from 'zod';
import { DEFAULT_PUSH_HOSTS } from './push-hosts.ts';

// What each environment variable may be; config.server.ts reads them and decides what goes together.

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');
/** The origin of a site, without a path. */
export const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);
/** The URL of our page on another site. The site's own front page is not accepted, because it belongs to nobody. */
const socialPageUrl = (host: string) =>
  z
    .string()
    .max(200)
    .regex(
      new RegExp(String.raw`^https://(www\.)?${host.replace('.', String.raw`\.`)}/[\w@][\w@./?=&%-]*$`),
      `must be the address of your own page there, such as https://www.${host}/kiddo`,
    )
    .optional();

/** All settings, by the names of their variables. */
export const variables = z.object({
  KIDDO_MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: port(3000),
  GAMES_PORT: port(3001),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  PROCESS_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and hyphens, such as web-1')
    .optional(),
  SLOW_REQUEST_MS: z.coerce.number().int().min(0).max(600_000).default(1_000),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(600_000).default(500),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  ORIGIN: origin.optional(),
  GAMES_ORIGIN: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_READ_LAG: z.coerce.number().int().min(1).max(600).default(10),
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).default('named'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_TIMEOUT: z.coerce.number().int().min(1).max(600).default(5),
  OVERLOAD_REQUESTS: z.coerce.number().int().min(0).max(10_000).default(60),
  OVERLOAD_DELAY: z.coerce.number().int().min(0).max(60_000).default(200),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  MEDIA_HOSTS: z.string().default(''),
  PUSH_HOSTS: z.string().default(DEFAULT_PUSH_HOSTS),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  API_RATE: z.coerce.number().int().min(0).default(600),
  PAGE_RATE: z.coerce.number().int().min(0).default(6000),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  ROLES: z.string().default('web,live,worker'),
  WEB_PROCESSES: z.union([z.literal('auto'), z.coerce.number().int().min(1).max(64)]).default(1),
  ALLOW_PUBLIC_DEMO: z.enum(['yes', 'no']).default('no'),
  ALLOW_PLAIN_CONNECTIONS: z.enum(['yes', 'no']).default('no'),
  DEMO_WORLD: z.enum(['yes', 'no']).default('yes'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/, 'must be an address such as Kiddo <hello@example.com>')
    .optional(),
  SUPPORT_MAIL: z
    .string()
    .max(200)
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, 'must be an address such as help@example.com')
    .optional(),
  SOCIAL_FACEBOOK: socialPageUrl('facebook.com'),
  SOCIAL_INSTAGRAM: socialPageUrl('instagram.com'),
  SOCIAL_YOUTUBE: socialPageUrl('youtube.com'),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(live|test)_\w{10,}$/, 'must be a secret key (sk_live_... or sk_test_...)')
    .optional(),
  PAYSTACK_BASE: z.url({ protocol: /^https?$/ }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  CHROMIUM_PATH: z.string().min(1).optional(),
});
