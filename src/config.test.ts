import { expect, test } from 'vitest';
import { readConfig } from './config.server.ts';

const PRODUCTION = {
  KIDDO_MODE: 'production',
  SECRET: 'x'.repeat(32),
  ORIGIN: 'https://kiddo.example',
  GAMES_ORIGIN: 'https://games.example',
};

test('no setting at all boots in demo mode on loopback', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    gamesPort: 3001,
    origin: 'http://localhost:3000',
    database: { kind: 'embedded' },
  });
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
    [{ SECRET: 'short' }, /SECRET is not right/],
    [{ ROLES: 'web,cook' }, /ROLES names 'cook'/],
    [{ MEDIA_HOSTS: 'cdn' }, /MEDIA_HOSTS names 'cdn'/],
    [{ KIDDO_MODE: 'test' }, /KIDDO_MODE/],
  ];
  for (const [env, message] of wrong) expect(() => readConfig(env), JSON.stringify(env)).toThrow(message);
});

test('production refuses what is only for trying out', () => {
  expect(readConfig(PRODUCTION).mode).toBe('production');
  const { SECRET: _, ...open } = PRODUCTION;
  expect(() => readConfig(open)).toThrow(/needs SECRET/);
  expect(() => readConfig({ ...PRODUCTION, ORIGIN: 'http://kiddo.example' })).toThrow(/ORIGIN to start with https/);
  expect(() => readConfig({ ...PRODUCTION, GAMES_ORIGIN: 'https://localhost' })).toThrow(/public address/);
  expect(() => readConfig({ ...PRODUCTION, GAMES_ORIGIN: PRODUCTION.ORIGIN })).toThrow(/origin of their own/);
});
