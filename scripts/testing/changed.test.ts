import { expect, test } from 'vitest';
import { planTests, type TestStep } from './changed.ts';

const SOURCES = new Map([
  ['src/features/contact/rules.ts', ''],
  ['src/features/contact/rules.test.ts', `import { a } from './rules.ts';`],
  ['src/features/contact/service.server.ts', `import { a } from './rules.ts';`],
  ['src/features/contact/service.test.ts', `import { send } from './service.server.ts';`],
  ['src/features/contact/pages/contact.tsx', `import { send } from '../service.server.ts';`],
  ['src/features/thrift/rules.ts', ''],
  ['src/features/thrift/rules.test.ts', `import { b } from './rules.ts';`],
  ['src/web/kit/button.tsx', ''],
  ['src/root.tsx', `import { Button } from './web/kit/button.tsx';`],
  ['src/server/http.ts', ''],
  ['tests/http/contact.test.ts', ''],
  ['tests/e2e/write.ts', 'const open = (page) => page.goto(`/contact?from=${here}`);'],
  ['tests/e2e/contact.spec.ts', `import { open } from './write.ts';`],
  ['tests/e2e/search.spec.ts', `page.goto('/games?q=x')`],
  ['tests/e2e/every-route.spec.ts', ''],
  ['tests/e2e/crawler.spec.ts', ''],
]);

const plan = (...changed: string[]): Record<string, TestStep['args']> =>
  Object.fromEntries(planTests(changed, SOURCES).map(({ name, args }) => [name, args]));

test('what was changed is tested by all that imports it, and by what opens a page that does', () => {
  expect(plan('src/features/contact/rules.ts')).toEqual({
    check: [],
    unit: ['src/features/contact/rules.test.ts', 'src/features/contact/service.test.ts'],
    http: [],
    browser: ['tests/e2e/contact.spec.ts'],
    pages: ['tests/e2e/every-route.spec.ts', '-g', 'by everybody contact$'],
    crawl: [],
  });
});

test('what no page leans on is tested without a browser', () => {
  expect(plan('src/features/thrift/rules.ts')).toEqual({ check: [], unit: ['src/features/thrift/rules.test.ts'] });
  expect(plan('src/features/contact/service.test.ts')).toEqual({ check: [], unit: ['src/features/contact/service.test.ts'] });
  expect(plan('deploy/haproxy.cfg')).toEqual({
    check: [],
    unit: ['scripts/deploy.test.ts'],
    cluster: ['tests/cluster/balancer.test.ts', 'tests/cluster/faults.test.ts'],
  });
});

test('a page that was touched is pressed, the others are only opened', () => {
  const crawls = (file: string) => planTests([file], SOURCES).filter(({ name }) => name === 'crawl');
  expect(crawls('src/features/contact/rules.ts')).toEqual([{ name: 'crawl', args: [], env: { CRAWL_ROUTES: '/contact' } }]);
  expect(crawls('src/web/kit/button.tsx')).toEqual([{ name: 'crawl', args: [] }]);
  expect(crawls('tests/e2e/crawler.spec.ts')).toEqual([{ name: 'crawl', args: [] }]);
  expect(crawls('src/features/thrift/rules.ts')).toEqual([]);
});

test('what stands around every page is tested by all journeys', () => {
  const all = ['tests/e2e/contact.spec.ts', 'tests/e2e/search.spec.ts'];
  expect(plan('src/web/kit/button.tsx')['browser']).toEqual(all);
  expect(plan('src/server/http.ts')['browser']).toEqual(all);
  expect(plan('src/server/http.ts')['pages']).toEqual([]);
  expect(plan('migrations/0001-players.sql')).toEqual({ check: [], unit: [], http: [], cluster: [], browser: [], pages: [], crawl: [] });
});

test('what makes a process is tested with processes, and what a page shows is not', () => {
  expect(plan('src/server/http.ts')['cluster']).toEqual([]);
  expect(plan('src/infra/bus/redis.ts')).toEqual({ check: [], cluster: [] });
  expect(plan('tests/cluster/bucket-process.ts')).toEqual({ check: [], cluster: [] });
  expect(plan('src/web/kit/button.tsx')).not.toHaveProperty('cluster');
  expect(plan('tests/cluster/balancer.test.ts')).toEqual({ check: [], cluster: ['tests/cluster/balancer.test.ts'] });
});

test('a game is played, and a test that was changed runs', () => {
  expect(plan('catalogue/bao-master/game.js')).toEqual({
    check: [],
    unit: ['scripts/catalogue.test.ts'],
    browser: ['tests/e2e/games.spec.ts', '-g', 'bao-master'],
  });
  expect(plan('tests/e2e/every-route.spec.ts')).toEqual({ check: [], pages: [] });
  expect(plan('tests/e2e/write.ts')).toEqual({ check: [], browser: ['tests/e2e/contact.spec.ts'] });
  expect(plan('tests/http/contact.test.ts')).toEqual({ check: [], http: ['tests/http/contact.test.ts'] });
  expect(plan()).toEqual({});
});
