import os from 'node:os';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCTION_SETTINGS } from '../tests/production-settings.ts';
import { ConfigError, readConfig, settingDefaults } from './config.server.ts';

const PRODUCTION = { ...PRODUCTION_SETTINGS, SMTP_URL: 'smtps://kiddo:pass@mail.example:465' };
const OIDC = { OIDC_ISSUER: 'https://accounts.google.com', OIDC_CLIENT_ID: 'kiddo', OIDC_CLIENT_SECRET: 'x' };

/** The error messages for these settings, one sentence per line; empty when they are valid. */
function faults(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

test('no setting at all boots in demo mode on loopback', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    hasDemoWorld: true,
    host: '127.0.0.1',
    port: 3000,
    gamesPort: 3001,
    origin: 'http://localhost:3000',
    database: { kind: 'embedded' },
  });
  expect(readConfig({ DEMO_WORLD: 'no' }).hasDemoWorld).toBe(false);
  expect(readConfig({ ...PRODUCTION, DEMO_WORLD: 'yes' }).hasDemoWorld).toBe(false);
  expect(readConfig({ PORT: '4000', GAMES_PORT: '4001', DATABASE_URL: '' })).toMatchObject({
    origin: 'http://localhost:4000',
    gamesOrigin: 'http://localhost:4001',
  });
});

test('a setting that is not right is named', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /setting PORT is not right/],
    [{ PORT: '70000' }, /setting PORT is not right/],
    [{ PORT: '3000', GAMES_PORT: '3000' }, /PORT and GAMES_PORT are both 3000/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL is not right: must start with postgres/],
    [{ DATABASE_OWNER_URL: 'mysql://x', DATABASE_URL: 'postgres://x' }, /DATABASE_OWNER_URL is not right: must start with postgres/],
    [{ DATABASE_OWNER_URL: 'postgres://x' }, /DATABASE_OWNER_URL needs DATABASE_URL beside it/],
    [{ DATABASE_DIRECT_URL: 'postgres://x' }, /DATABASE_DIRECT_URL needs DATABASE_URL beside it/],
    [{ DATABASE_URL: 'postgres://kiddo@pool/kiddo', DATABASE_DIRECT_URL: 'postgres://owner@db/kiddo' }, /the same role/],
    [{ DATABASE_READ_URL: 'postgres://x' }, /DATABASE_READ_URL needs DATABASE_URL beside it/],
    [{ DATABASE_URL: 'postgres://kiddo@db/kiddo', DATABASE_READ_URL: 'postgres://owner@replica/kiddo' }, /the same role/],
    [{ DATABASE_URL: 'postgres://kiddo@pool/kiddo', DATABASE_DIRECT_URL: 'postgres://kiddo@db/other' }, /the same database/],
    [{ DATABASE_STATEMENTS: 'some' }, /DATABASE_STATEMENTS is not right/],
    [{ SECRET: 'short' }, /SECRET is not right/],
    [{ ROLES: 'web,cook' }, /ROLES names 'cook'/],
    [{ MEDIA_HOSTS: 'cdn' }, /MEDIA_HOSTS names 'cdn'/],
    [{ PUSH_HOSTS: 'fcm.googleapis.com,https://x.example' }, /PUSH_HOSTS names 'https:\/\/x.example'/],
    [{ PUSH_HOSTS: '*.com' }, /PUSH_HOSTS names '\*.com'/],
    [{ PUSH_HOSTS: 'http://10.0.0.1:80' }, /PUSH_HOSTS names/],
    [{ KIDDO_MODE: 'test' }, /KIDDO_MODE/],
  ];
  for (const [env, message] of wrong) expect(() => readConfig(env), JSON.stringify(env)).toThrow(message);
});

test('a full production configuration passes', () => {
  expect(readConfig({ ...PRODUCTION, ...OIDC })).toMatchObject({
    mode: 'production',
    origin: 'https://kiddo.example',
    gamesOrigin: 'https://games.example',
    secret: PRODUCTION.SECRET,
    mail: { kind: 'smtp', url: PRODUCTION.SMTP_URL, from: PRODUCTION.MAIL_FROM },
    payments: { kind: 'paystack', secretKey: PRODUCTION.PAYSTACK_SECRET_KEY },
    issuer: { issuer: 'https://accounts.google.com', clientId: 'kiddo', clientSecret: 'x' },
  });
  expect(faults({ ...PRODUCTION, HOST: '0.0.0.0', ALLOW_PUBLIC_DEMO: 'no' })).toEqual([]);
});

test('files are kept in a folder, or in a bucket that is named whole', () => {
  const S3 = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'kiddo', S3_KEY_ID: 'id', S3_SECRET_KEY: 'key' };
  expect(readConfig({ DATA_DIR: '/tmp/kiddo' }).files).toEqual({ kind: 'disk', folder: '/tmp/kiddo/files' });
  expect(readConfig(S3).files).toEqual({
    kind: 's3',
    bucket: { endpoint: 'https://s3.example', name: 'kiddo', region: 'auto', keyId: 'id', secretKey: 'key' },
  });
  expect(readConfig({ ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_REGION: 'af-south-1' }).files).toMatchObject({
    bucket: { endpoint: 'http://127.0.0.1:9000', region: 'af-south-1' },
  });
  for (const missing of Object.keys(S3))
    expect(faults({ ...S3, [missing]: undefined })).toEqual([
      'S3_ENDPOINT, S3_BUCKET, S3_KEY_ID and S3_SECRET_KEY go together: set all four, or none.',
    ]);
  const plain = { ...S3, S3_ENDPOINT: 'http://s3.example' };
  expect(faults(plain)).toEqual([expect.stringMatching(/^S3_ENDPOINT must start with https:\/\/, or ALLOW_PLAIN_CONNECTIONS=yes/)]);
  expect(faults({ ...plain, ALLOW_PLAIN_CONNECTIONS: 'yes' })).toEqual([]);
  expect(faults({ ...S3, S3_BUCKET: 'a/../b' })).toEqual(['The setting S3_BUCKET is not right: must be the name of a bucket.']);
});

const POOR = 'Production needs a SECRET that nobody can guess: this one is an example or repeats itself.';
const LOOPBACK = [
  'localhost',
  '127.0.0.1',
  '127.1',
  '127.8.9.1',
  '[::1]',
  'kiddo.localhost',
  'LOCALHOST',
  'localhost.',
  '[::ffff:127.0.0.1]',
];

test.each<[string, Record<string, string | undefined>, string | RegExp]>([
  ['no secret', { SECRET: undefined }, 'Production needs SECRET: at least 32 random characters.'],
  ['an empty secret', { SECRET: '' }, 'Production needs SECRET: at least 32 random characters.'],
  ['a short secret', { SECRET: PRODUCTION.SECRET.slice(1) }, 'The setting SECRET is not right: must have at least 32 characters.'],
  ['one letter again and again', { SECRET: 'x'.repeat(64) }, POOR],
  ['few letters again and again', { SECRET: 'abc123xyz'.repeat(8) }, POOR],
  ['an example', { SECRET: 'change-me-change-me-q7Zp2Lw9Xk4Rv8Tn' }, POOR],
  ['the word itself', { SECRET: 'my-Secret-q7Zp2Lw9Xk4Rv8Tn1Bc6Yd3H' }, POOR],
  ['the alphabet', { SECRET: 'ABCDEFGHijklmnopqrstuvwxyz0011223344' }, POOR],
  ['the outbox', { SMTP_URL: undefined, MAIL_FROM: undefined }, /^Production needs SMTP_URL and MAIL_FROM: /],
  ['the till', { PAYSTACK_SECRET_KEY: undefined }, /^Production needs PAYSTACK_SECRET_KEY: /],
  ['an origin without https', { ORIGIN: 'http://kiddo.example' }, 'Production needs ORIGIN to start with https://.'],
  ['a games origin without https', { GAMES_ORIGIN: 'http://games.example' }, 'Production needs GAMES_ORIGIN to start with https://.'],
  ['two ports of one host', { GAMES_ORIGIN: 'https://kiddo.example:8443' }, /^Games need a host of their own/],
  [
    'one origin for both',
    { GAMES_ORIGIN: 'https://kiddo.example/' },
    /^Games need a host of their own, .*: GAMES_ORIGIN must name another host than ORIGIN\.$/,
  ],
  ...LOOPBACK.flatMap((host): [string, Record<string, string>, RegExp][] => [
    [`ORIGIN on ${host}`, { ORIGIN: `https://${host}` }, /^Production needs ORIGIN to be a public address, not \S+\.$/],
    [
      `GAMES_ORIGIN on ${host}`,
      { GAMES_ORIGIN: `https://${host}:3001` },
      /^Production needs GAMES_ORIGIN to be a public address, not \S+\.$/,
    ],
  ]),
])('production refuses %s, in one sentence', (_, env, sentence) => {
  const said = faults({ ...PRODUCTION, ...env });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(sentence);
  expect(said[0]).toMatch(/^[A-Z][^\n]+\.$/);
});

test('production says everything that is missing at once, a sentence a line', () => {
  const said = faults({ KIDDO_MODE: 'production' });
  expect(said).toHaveLength(8);
  expect(said.filter((line) => /^(Production needs|Games need) .+\.$/.test(line))).toEqual(said);
});

test('settings that go together are set together', () => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = OIDC;
  const together = ['OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three, or none.'];
  for (const half of [
    { OIDC_ISSUER },
    { OIDC_CLIENT_ID },
    { OIDC_CLIENT_SECRET },
    { OIDC_ISSUER, OIDC_CLIENT_ID },
    { OIDC_ISSUER, OIDC_CLIENT_SECRET },
    { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER: '' },
  ])
    expect([half, faults(half)]).toEqual([half, together]);
  expect([readConfig({}).issuer, readConfig(OIDC).issuer?.issuer]).toEqual([null, OIDC_ISSUER]);
  expect(faults({ ...OIDC, OIDC_ISSUER: 'http://issuer.example' })).toEqual(['OIDC_ISSUER must start with https://.']);
  expect(faults({ ...OIDC, OIDC_ISSUER: 'http://localhost:4000' })).toEqual([]);

  expect(faults({ PAYSTACK_BASE: 'https://api.example' })).toEqual(['PAYSTACK_BASE needs PAYSTACK_SECRET_KEY beside it.']);

  expect(faults({ SMTP_URL: 'smtp://mail.example' })).toEqual(['SMTP_URL needs MAIL_FROM beside it: the address that mails come from.']);
  expect(faults({ ...PRODUCTION, MAIL_FROM: '' })).toHaveLength(1);
  expect(faults({ ...PRODUCTION, SMTP_URL: '' })).toHaveLength(1);
  expect(readConfig({ MAIL_FROM: 'hello@kiddo.example' }).mail).toMatchObject({ kind: 'outbox', from: 'hello@kiddo.example' });
  for (const from of [
    'Kiddo',
    'a@b@c',
    'Kiddo <hello@kiddo.example',
    'a@example.com\r\nbcc: b@example.com',
    'Kiddo\n<a@example.com>',
    '<a@b>x',
  ])
    expect([from, faults({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })]).toEqual([
      from,
      [expect.stringMatching(/^The setting MAIL_FROM is not right/)],
    ]);
  expect(faults({ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@example.com' })).toEqual([
    expect.stringMatching(/^The setting SMTP_URL is not right/),
  ]);
});

test('who takes the payments', () => {
  const { PAYSTACK_SECRET_KEY } = PRODUCTION;
  expect(readConfig({ DATA_DIR: '/data' }).payments).toEqual({ kind: 'till', folder: '/data/till' });
  const bases: [string | undefined, string][] = [
    [undefined, 'https://api.paystack.co'],
    ['', 'https://api.paystack.co'],
    ['https://pay.example/v1/', 'https://pay.example/v1'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ];
  for (const [PAYSTACK_BASE, base] of bases)
    expect(readConfig({ PAYSTACK_SECRET_KEY, PAYSTACK_BASE }).payments).toEqual({ kind: 'paystack', secretKey: PAYSTACK_SECRET_KEY, base });
  for (const PAYSTACK_BASE of ['http://pay.example', 'http://127.0.0.1.pay.example'])
    expect(faults({ PAYSTACK_SECRET_KEY, PAYSTACK_BASE })).toEqual(['PAYSTACK_BASE must start with https://.']);
  for (const PAYSTACK_BASE of ['pay.example', 'ftp://pay.example'])
    expect(faults({ PAYSTACK_SECRET_KEY, PAYSTACK_BASE })).toEqual([expect.stringMatching(/^The setting PAYSTACK_BASE is not right/)]);
  for (const key of ['pk_live_0123456789abcdef', 'sk_live_', 'secret', 'sk_live_0123456789abcdef\r\nx: y'])
    expect(faults({ PAYSTACK_SECRET_KEY: key })).toEqual([expect.stringMatching(/^The setting PAYSTACK_SECRET_KEY is not right/)]);
});

test('demo mode stays on this machine, unless that is asked for by name', () => {
  for (const open of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: 'kiddo.example' },
    { HOST: '127.0.0.1.kiddo.example' },
    { HOST: 'localhost.kiddo.example' },
    { ORIGIN: 'https://kiddo.example' },
    { ORIGIN: 'http://192.168.1.20:3000' },
    { ORIGIN: 'https://notlocalhost' },
    { GAMES_ORIGIN: 'https://games.example' },
  ]) {
    const [[name, value] = []] = Object.entries(open);
    expect([open, faults(open)]).toEqual([open, [expect.stringMatching(/ALLOW_PUBLIC_DEMO=yes/)]]);
    expect(faults(open)[0]).toContain(`${name} ${value}`);
    for (const no of ['no', '']) expect(faults({ ...open, ALLOW_PUBLIC_DEMO: no })).toHaveLength(1);
    expect([open, faults({ ...open, ALLOW_PUBLIC_DEMO: 'yes' })]).toEqual([open, []]);
  }
  expect(faults({ HOST: '0.0.0.0', ALLOW_PUBLIC_DEMO: 'true' })).toEqual([
    expect.stringMatching(/^The setting ALLOW_PUBLIC_DEMO is not right/),
  ]);
  for (const closed of [
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { ORIGIN: 'http://localhost:8080' },
    { ORIGIN: 'https://kiddo.localhost' },
  ])
    expect([closed, faults(closed)]).toEqual([closed, []]);
});

test('demo mode is for others only where that is asked for by name; production is no demo', () => {
  expect(readConfig({}).isPublicDemo).toBe(false);
  expect(readConfig({ ALLOW_PUBLIC_DEMO: 'yes' }).isPublicDemo).toBe(true);
  expect(readConfig({ ...PRODUCTION, ALLOW_PUBLIC_DEMO: 'yes' }).isPublicDemo).toBe(false);
});

test('connections to other machines are encrypted and checked, unless a setting says that the network is private', () => {
  const far = (name: string, values: string[]) => values.map((value): [string, string] => [name, value]);
  const plain = [
    ...far('DATABASE_URL', [
      'postgres://kiddo:x@10.0.0.5/kiddo',
      'postgres://kiddo:x@db/kiddo',
      'postgres://kiddo:x@db/kiddo?sslmode=disable',
      'postgres://kiddo:x@db/kiddo?sslmode=prefer',
      'postgres://kiddo:x@db/kiddo?sslmode=require',
      'postgres://kiddo:x@db/kiddo?sslmode=no-verify',
      'postgres://kiddo:x@db/kiddo?sslmode=verify-full&sslmode=disable',
      'postgres://kiddo:x@db/kiddo?sslmode=verify-full&ssl=0',
      'postgres://kiddo:x@db/kiddo?ssl=true',
      'postgres://kiddo:x@127.0.0.1/kiddo?host=db',
      'postgres:///kiddo',
    ]),
    ...far('DATABASE_OWNER_URL', ['postgres://kiddo:x@db/kiddo', 'postgres://kiddo:x@db/kiddo?sslmode=require']),
    ...far('DATABASE_DIRECT_URL', ['postgres://kiddo_app:x@db/kiddo', 'postgres://kiddo_app:x@db/kiddo?sslmode=require']),
    ...far('DATABASE_READ_URL', ['postgres://kiddo_app:x@replica/kiddo']),
    ...far('REDIS_URL', ['redis://10.0.0.6:6379', 'redis://cache', 'redis://localhost.example']),
    ...far('SMTP_URL', [
      'smtp://mail.example:587?ignoreTLS=true',
      'smtp://mail.example:587?requireTLS=false',
      'smtps://mail.example?tls.rejectUnauthorized=false',
    ]),
  ];
  for (const [name, value] of plain) {
    const env = { DATABASE_URL: 'postgres://kiddo_app:x@localhost/kiddo', [name]: value, MAIL_FROM: 'hello@kiddo.example' };
    const found = faults(env);
    expect([value, found]).toEqual([value, [expect.stringMatching(`^${name} names another machine: .*ALLOW_PLAIN_CONNECTIONS=yes`)]]);
    expect([value, faults({ ...env, ALLOW_PLAIN_CONNECTIONS: 'yes' })]).toEqual([value, []]);
    expect(faults({ ...env, ALLOW_PLAIN_CONNECTIONS: 'no' })).toEqual(found);
  }
  const fine = [
    ...far('DATABASE_URL', [
      'postgres://kiddo:x@db/kiddo?sslmode=verify-full',
      'postgres://kiddo:x@db/kiddo?sslmode=verify-full&sslrootcert=/etc/kiddo/ca.pem',
      'postgres://kiddo:x@db/kiddo?sslmode=require&sslrootcert=/etc/kiddo/ca.pem',
      'postgres://kiddo:x@127.0.0.1:5433/kiddo',
      'postgresql://kiddo:x@localhost/kiddo',
      'postgres://kiddo:x@[::1]/kiddo',
      'postgres://%2Fvar%2Frun%2Fpostgresql/kiddo',
      'postgres://kiddo@db/kiddo?host=/var/run/postgresql',
    ]),
    ...far('DATABASE_OWNER_URL', ['postgres://kiddo:x@db/kiddo?sslmode=verify-full', 'postgres://kiddo:x@localhost/kiddo']),
    ...far('REDIS_URL', ['rediss://10.0.0.6:6379', 'redis://127.0.0.1:6379', 'redis://localhost']),
    ...far('SMTP_URL', ['smtp://mail.example:587', 'smtps://mail.example', 'smtp://127.0.0.1:25?ignoreTLS=true']),
  ];
  for (const [name, value] of fine)
    expect([
      value,
      faults({ DATABASE_URL: 'postgres://kiddo_app:x@localhost/kiddo', [name]: value, MAIL_FROM: 'hello@kiddo.example' }),
    ]).toEqual([value, []]);
  const needsTls = (SMTP_URL: string, more = {}) => {
    const { mail } = readConfig({ SMTP_URL, MAIL_FROM: 'hello@kiddo.example', ...more });
    return mail.kind === 'smtp' && mail.needsTls;
  };
  expect(needsTls('smtp://mail.example:587')).toBe(true);
  expect(needsTls('smtp://mail.example:587', { ALLOW_PLAIN_CONNECTIONS: 'yes' })).toBe(false);
  expect(needsTls('smtp://127.0.0.1:25')).toBe(false);
});

test('people write to support at an address of its own, or at the one that mails come from', () => {
  const supportOf = (env: Record<string, string>) => readConfig({ ...PRODUCTION, ...env }).supportMail;
  expect(supportOf({})).toBe('hello@kiddo.example');
  expect(supportOf({ MAIL_FROM: 'plain@kiddo.example' })).toBe('plain@kiddo.example');
  expect(supportOf({ SUPPORT_MAIL: 'help@kiddo.example' })).toBe('help@kiddo.example');
  expect(readConfig({}).supportMail).toBe('hello@kiddo.invalid');
  for (const wrong of ['help', 'Help <help@kiddo.example>', 'a@b c@d', 'a@b.c\r\nBcc: x@y.z'])
    expect(faults({ SUPPORT_MAIL: wrong }).join()).toMatch(/setting SUPPORT_MAIL is not right/);
});

test('the footer leads to pages of ours on other sites: to what is set, and nowhere else', () => {
  const socialOf = (env: Record<string, string>) => readConfig(env).social.map(({ to }) => to);
  expect(readConfig({}).social).toEqual([]);
  const own = { SOCIAL_FACEBOOK: 'https://www.facebook.com/profile.php?id=100', SOCIAL_YOUTUBE: 'https://youtube.com/@kiddo' };
  expect(socialOf(own)).toEqual([own.SOCIAL_FACEBOOK, own.SOCIAL_YOUTUBE]);
  expect(socialOf({ ...PRODUCTION })).toEqual([]);
  expect(socialOf({ ...PRODUCTION, ...own })).toEqual([own.SOCIAL_FACEBOOK, own.SOCIAL_YOUTUBE]);
  for (const wrong of [
    'kiddo',
    'http://www.facebook.com/kiddo',
    'https://www.facebook.com/',
    'https://www.facebook.com',
    'https://facebook.com.example/kiddo',
    'https://wwwxfacebook.com/kiddo',
    'https://www.facebookxcom/kiddo',
    'https://www.facebook.com@example.com/kiddo',
    'https://www.facebook.com/kiddo"x',
    'https://www.facebook.com/kiddo\n',
    `https://www.facebook.com/${'k'.repeat(200)}`,
    'https://www.instagram.com/kiddo',
    'javascript:alert(1)',
  ])
    expect([wrong, faults({ SOCIAL_FACEBOOK: wrong })]).toEqual([
      wrong,
      expect.arrayContaining([expect.stringMatching(/setting SOCIAL_FACEBOOK is not right/)]),
    ]);
});

test('the operator’s guide lists every setting with its default, once, with an example that is taken', () => {
  const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/operators-guide.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|(.+)\|$/gm)].map(([, name = '', rest = '']) => {
    const [meaning = '', byDefault = '', example = '', secret = ''] = rest.split(' | ').map((cell) => cell.trim());
    return { name, meaning, byDefault: /^`(.+)`$/.exec(byDefault)?.[1] ?? null, example: /^`(.+)`$/.exec(example)?.[1] ?? '', secret };
  });
  const defaults = Object.entries(settingDefaults());
  expect(rows.map(({ name }) => name).toSorted()).toEqual(defaults.map(([name]) => name).toSorted());
  // A setting without a default may describe in words what happens then, but must not show a value.
  expect(Object.fromEntries(rows.map(({ name, byDefault }) => [name, byDefault]))).toEqual(
    Object.fromEntries(defaults.map(([name, value]) => [name, value === null || value === '' ? null : String(value)])),
  );
  for (const { name, meaning, secret } of rows) expect([name, meaning.length > 10, /^(yes|no)$/.test(secret)]).toEqual([name, true, true]);
  expect(rows.filter(({ secret }) => secret === 'yes').map(({ name }) => name)).toEqual(
    expect.arrayContaining(rows.map(({ name }) => name).filter((name) => /SECRET|_URL$|KEY/.test(name))),
  );
  const examples = Object.fromEntries(rows.map(({ name, example }) => [name, example]));
  // The example secrets are rejected on purpose; all other examples are used as they are.
  expect(faults({ ...examples, SECRET: PRODUCTION.SECRET, PAYSTACK_SECRET_KEY: PRODUCTION.PAYSTACK_SECRET_KEY })).toEqual([]);
});

test('figures are on this machine and only if a port is named, which is none of the others; a process is called by its roles', () => {
  expect(readConfig({}).metrics).toBe(null);
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  for (const [name, value] of Object.entries({ PORT: '4000', GAMES_PORT: '4001', HEALTH_PORT: '4002' }))
    expect(() => readConfig({ [name]: value, METRICS_PORT: value })).toThrow(`METRICS_PORT is ${value}`);
  const several = { METRICS_PORT: '2998', WEB_PROCESSES: '2' };
  expect(() => readConfig(several)).toThrow('figures are at 3 ports from METRICS_PORT on, and 3000 is another port');
  expect(readConfig({ ...several, METRICS_PORT: '2997' }).metrics?.port).toBe(2997);
  expect(readConfig({ ...several, ROLES: 'web,live' }).metrics?.port).toBe(2998);
  const last = { METRICS_PORT: '65534', WEB_PROCESSES: '2' };
  expect(() => readConfig(last)).toThrow('figures are at 3 ports from METRICS_PORT on, and the last port there is is 65535');
  expect(readConfig({ ...last, METRICS_PORT: '65533' }).metrics?.port).toBe(65_533);
  expect(readConfig({ ...last, ROLES: 'web,live' }).metrics?.port).toBe(65_534);
  expect(readConfig({ ROLES: 'worker' }).processName).toBe(`worker-${process.pid}`);
  expect(readConfig({ PROCESS_NAME: 'web-2' }).processName).toBe('web-2');
  expect(() => readConfig({ PROCESS_NAME: 'a "name"' })).toThrow('PROCESS_NAME');
});

test('several processes that serve tell each other by their supervisor, or by Redis', () => {
  const read = (env: Record<string, string>) => {
    const { webProcesses, bus } = readConfig(env);
    return { webProcesses, bus: bus.kind };
  };
  expect(read({})).toEqual({ webProcesses: 1, bus: 'memory' });
  expect(read({ WEB_PROCESSES: '3' })).toEqual({ webProcesses: 3, bus: 'cluster' });
  expect(read({ WEB_PROCESSES: '3', REDIS_URL: 'redis://localhost:6379' })).toEqual({ webProcesses: 3, bus: 'redis' });
  expect(read({ WEB_PROCESSES: 'auto' }).webProcesses).toBe(os.availableParallelism());
  // The same settings may be those of a machine that only runs jobs.
  expect(read({ WEB_PROCESSES: 'auto', ROLES: 'worker' })).toEqual({ webProcesses: 1, bus: 'memory' });
  for (const wrong of ['0', '2.5', 'many']) expect(() => readConfig({ WEB_PROCESSES: wrong })).toThrow('WEB_PROCESSES');
});
