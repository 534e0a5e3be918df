import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tests/world.ts';
import { CONFIRM_SECONDS, REMEMBERED_SESSION_SECONDS, RESET_SECONDS, SESSION_SECONDS } from '../../infra/auth/lifetimes.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { CONFIRMATION_MONTHLY_LIMIT } from '../contact/rules.ts';
import { formatPeriod, RETENTION, type Period } from './retention.rules.ts';

/** Scheduled jobs that delete nothing about players by its age. A new job is either here, or in the table. */
const OTHER_JOBS: Record<string, string> = {
  'plays.refresh-popularity': 'figures of games',
  'plays.delete-inactive': 'which games are open now, without players',
  'games.refresh-popular-order': 'the order of lists',
  'games.count-co-plays': 'figures of games',
  'friends.reconcile-presence': 'marks players as offline',
  'risk-scoring.assess-recent-players': 'opens cases',
  'settings.send-digests': 'sends mails',
  'payments.reconcile': 'asks the provider',
  'audit-log.log-head': 'writes a line',
  'avatars.begin-figures': 'draws figures',
  'age.move-bands': 'moves players to the next age band',
};

const JOB_MODULES = import.meta.glob<Record<string, unknown>>('../**/jobs.server.ts', { eager: true });

/** The names of all scheduled jobs: what a jobs.server.ts exports and has a time. */
const SCHEDULED = Object.values(JOB_MODULES)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (Array.isArray(value) ? (value as { name: string; cron?: string }[]) : []))
  .filter((job) => job.cron !== undefined)
  .map(({ name }) => name);

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const PRIVACY = read('content/pages/privacy.md');
/** The rows of the table of the exact version: what, and how long. */
const ROWS = [...PRIVACY.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, data = '', howLong = '']) => ({ data, howLong }));
/** All lengths of time in a text. */
const listPeriods = (text: string): string[] => text.match(/\b\d+ (?:minute|hour|day|week|month|year)s?\b/g) ?? [];

const SECONDS = { minute: 60, hour: 3600, day: 86_400, month: Number.NaN };
const toSeconds = ({ count, unit }: Period) => count * SECONDS[unit];

test('every scheduled job that deletes by age is in the table, and the table names no other', () => {
  expect(SCHEDULED.length).toBeGreaterThan(20);
  const listed = RETENTION.flatMap<string>(({ by }) => ('job' in by ? [by.job] : []));
  expect(SCHEDULED.filter((name) => !listed.includes(name) && OTHER_JOBS[name] === undefined)).toEqual([]);
  expect(listed.filter((name) => !SCHEDULED.includes(name))).toEqual([]);
  expect(listed.filter((name) => OTHER_JOBS[name] !== undefined)).toEqual([]);
});

test('the privacy page says each time in its row, and no other', () => {
  expect(ROWS.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const { data, after, page } of RETENTION) {
    if (!('row' in page)) continue;
    const found = ROWS.filter((row) => row.data.startsWith(page.row));
    if (found.length !== 1) faults.push(`${found.length} rows begin with '${page.row}'`);
    else if (!listPeriods(found[0]?.howLong ?? '').includes(formatPeriod(after)))
      faults.push(`'${page.row}': ${data} ${formatPeriod(after)}`);
  }
  for (const { data, howLong } of ROWS) {
    const rules = RETENTION.filter(({ page }) => 'row' in page && data.startsWith(page.row));
    const unknown = listPeriods(howLong).filter((period) => !rules.some(({ after }) => formatPeriod(after) === period));
    if (unknown.length > 0) faults.push(`'${data}' says ${unknown.join(', ')}`);
  }
  expect(faults).toEqual([]);
});

test('what the pages say in other places are times of the table too', () => {
  const known = RETENTION.map(({ after }) => formatPeriod(after));
  for (const file of ['content/pages/privacy.md', 'content/help/delete-account.md']) {
    const periods = listPeriods(read(file));
    expect(periods.length).toBeGreaterThan(1);
    expect([file, periods.filter((period) => !known.includes(period))]).toEqual([file, []]);
  }
});

test('the numbers that the table cannot take from the code are those of the code', () => {
  const find = (data: string) => RETENTION.find((rule) => rule.data.startsWith(data))?.after ?? { count: 0, unit: 'minute' };
  expect(toSeconds(find('A link that confirms'))).toBe(CONFIRM_SECONDS);
  expect(toSeconds(find('A link to choose'))).toBe(RESET_SECONDS);
  expect(toSeconds(find('A session that is remembered'))).toBe(REMEMBERED_SESSION_SECONDS);
  expect(toSeconds(find('A session that is not'))).toBe(SESSION_SECONDS);
  expect(read('migrations/0021_staff_sessions.sql')).toContain(`interval '${formatPeriod(find('A session of the team'))}'`);
  expect(toSeconds(find('A counter of tries'))).toBe(CONFIRMATION_MONTHLY_LIMIT.seconds);
});

test('no counter of tries lives longer than the table says', () => {
  const rules = import.meta.glob<Record<string, unknown>>('../**/*rules.ts', { eager: true });
  const limits = Object.values(rules)
    .flatMap((module) => Object.values(module))
    .filter((value): value is RateLimit => typeof value === 'object' && value !== null && 'points' in value && 'seconds' in value);
  expect(limits.length).toBeGreaterThan(30);
  expect(Math.max(...limits.map(({ seconds }) => seconds))).toBe(CONFIRMATION_MONTHLY_LIMIT.seconds);
});

test('what only the operator can delete, the guide asks for', () => {
  const guide = read('docs/operators-guide.md');
  const asked = RETENTION.filter(({ by }) => 'operator' in by).map(({ data, after }) => [data, formatPeriod(after)]);
  expect(asked).toEqual([
    ['Backups', '30 days'],
    ['The process’s log of errors', '30 days'],
    ['The security log', '30 days'],
  ]);
  for (const words of ['Keep no backup longer than 30 days', 'rotate the logs and keep them no longer than 30 days'])
    expect(guide).toContain(words);
});
