import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tests/world.ts';
import { CONFIRM_SECONDS, REMEMBERED_SESSION_SECONDS, RESET_SECONDS, SESSION_SECONDS } from '../../infra/auth/lifetimes.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { formatNumber } from '../../shared/number-format.ts';
import { CONFIRMATION_MONTHLY_LIMIT } from '../contact/rules.ts';
import { CHILDREN_MAX, MONTHLY_SUM_MAX, MONTHLY_SUM_MIN, REFUSAL_DAYS, REQUEST_DAYS } from '../guardians/schema.ts';
import { sendEmailJob } from '../mail/service.server.ts';
import { PURCHASE_REQUEST_DAYS } from '../subscriptions/purchase-requests/schema.ts';
import { formatPeriod, RETENTION, type Period } from './retention.rules.ts';

/** Scheduled jobs that delete nothing about players by its age. A new job is either here, or in the table. */
const OTHER_JOBS: Record<string, string> = {
  'plays.refresh-popularity': 'figures of games',
  'plays.delete-inactive': 'which games are open now, without players',
  'games.refresh-popular-order': 'the order of lists',
  'games.count-co-plays': 'figures of games',
  'games.update-featured': 'the order of a list',
  'game-checks.run': 'opens games',
  'friends.reconcile-presence': 'marks players as offline',
  'risk-scoring.assess-recent-players': 'opens cases',
  'settings.send-digests': 'sends mails',
  'case-queue.send-alerts': 'sends mails',
  'case-queue.send-digests': 'sends mails',
  'payments.reconcile': 'asks the provider',
  'payments.sync-disputes': 'asks the provider',
  'payments.send-dispute-alerts': 'sends mails',
  'payments.fetch-settlements': 'asks the provider',
  'statistics.count-figures': 'figures of the site',
  'service-status.check': 'checks whether everything works',
  'audit-log.log-head': 'writes a line',
  'avatars.begin-figures': 'draws figures',
  'guardians.send-confirmations': 'sends mails',
  'announcements.notify-players': 'writes notifications',
  'age.move-bands': 'moves players to the next age band',
};

/** Also of a part that is a file: hair.jobs.server.ts. */
const JOB_MODULES = import.meta.glob<Record<string, unknown>>('../**/*jobs.server.ts', { eager: true });

const isScheduledJob = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'cron' in value;
/** The names of all scheduled jobs of modules: what they export, in a list or alone, and has a time. */
const listScheduled = (modules: Record<string, unknown>[]): string[] =>
  modules
    .flatMap((module) => Object.values(module).flat())
    .filter(isScheduledJob)
    .map(({ name }) => name);
const SCHEDULED = listScheduled(Object.values(JOB_MODULES));

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const PRIVACY = read('content/pages/privacy.md');
/** The rows of the table of the exact version: what, and how long. */
const ROWS = [...PRIVACY.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, data = '', howLong = '']) => ({ data, howLong }));
/** All lengths of time in a text. */
const listPeriods = (text: string): string[] => text.match(/\b\d+ (?:minute|hour|day|week|month|year)s?\b/g) ?? [];

/** The time of the rule with these data, or whose data begin so. */
function find(data: string): Period {
  const rule = RETENTION.find((each) => each.data === data) ?? RETENTION.find((each) => each.data.startsWith(data));
  if (!rule) throw new Error(`the table has no '${data}'`);
  return rule.after;
}
const say = (data: string): string => formatPeriod(find(data));

const SECONDS = { hour: 3600, day: 86_400, month: Number.NaN };
const toSeconds = ({ count, unit }: Period) => count * SECONDS[unit];

test('every scheduled job that deletes by age is in the table, and the table names no other', () => {
  expect(SCHEDULED.length).toBeGreaterThan(20);
  const job = (name: string) => ({ name, cron: '0 0 * * *' });
  expect(listScheduled([{ many: [job('a'), { name: 'queued' }] }, { one: job('b'), other: () => {} }])).toEqual(['a', 'b']);
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

const DELETION = say('An account');
const INACTIVE = say('An account that nobody uses: its player is warned');
const WARNED = say('An account that nobody uses');
const UNCONFIRMED = say('An account whose address nobody confirmed');
const UNDER_13 = say('An account that was closed because its player is under 13');
const CASES = say('What is kept of the case');
const SIGNALS = say('Signals');
const ANSWERED = say('Messages of the contact page');

/** What is promised outside of the privacy page's table, with the time of the rule; and the numbers that guardians are told. */
const PROMISES: Record<string, readonly string[]> = {
  'content/pages/privacy.md': [
    `for ${SIGNALS}, how often you did some things`,
    `you have ${DELETION} to change your mind`,
    `we keep those for ${CASES} after we are done with them`,
    `Nobody has logged in for ${INACTIVE}?`,
    `${WARNED} later we delete the account`,
    `Deletion takes effect after ${DELETION}`,
    `An account without a visit for ${INACTIVE} is deleted ${WARNED} after our letter`,
    `closed at once and erased ${UNDER_13} later`,
  ],
  'content/pages/terms.md': [
    `You then have ${DELETION} to change your mind`,
    `not confirmed by email is removed after ${UNCONFIRMED}`,
    `takes effect after ${DELETION}`,
    `signs in to for ${INACTIVE} is deleted ${WARNED} after we wrote`,
    `a request can be paid for ${PURCHASE_REQUEST_DAYS} days`,
  ],
  'content/pages/parents.md': [
    `can be answered for ${REQUEST_DAYS} days`,
    `they can ask again after ${REFUSAL_DAYS} days`,
    `from KSH ${MONTHLY_SUM_MIN} to KSH ${formatNumber(MONTHLY_SUM_MAX)} a month`,
    `for up to ${CHILDREN_MAX} children`,
    `The link works for ${PURCHASE_REQUEST_DAYS} days.`,
    `there are ${DELETION} to change your mind`,
    `nobody uses for ${INACTIVE} is deleted by itself, ${WARNED} after a mail`,
  ],
  'content/help/kiddocash.md': [`logged in for ${INACTIVE}? Then we write to you, and ${WARNED} later`],
  'content/help/create-an-account.md': [`nobody confirms is removed after ${UNCONFIRMED}`, `You can ask again after ${REFUSAL_DAYS} days`],
  'content/help/delete-account.md': [
    `**${DELETION}** to change your mind`,
    `logged in for **${INACTIVE}**?`,
    `Log in within **${WARNED}**`,
    `we keep that report for **${CASES}**`,
  ],
  'content/help/block-and-report.md': [`for ${CASES} after we are done with it`],
  'docs/operators-guide.md': [
    `accounts are deleted ${DELETION} after the request`,
    `cases of deleted accounts ${CASES} after they were closed`,
    `Unconfirmed accounts are deleted after ${UNCONFIRMED}, answered messages after ${ANSWERED.replace(' days', '')}.`,
    `did not sign in for ${INACTIVE} gets a mail; ${WARNED} after a mail server took it`,
    `is written to again every ${WARNED}`,
    `deleted ${CASES} after the last decision`,
    `to be deleted: in ${DELETION} because somebody asked for it, in ${UNDER_13} or at once`,
    `Keep no backup longer than ${say('Backups')}`,
    `rotate the logs and keep them no longer than ${say('The process’s log of errors')}`,
    `They are kept for ${say('The security log')} like the rest`,
  ],
  'docs/dpia.md': [
    `A player's deletion takes ${DELETION}; an account that nobody used for ${INACTIVE} is erased ${WARNED} after a mail`,
    `the longest with a name is ${CASES} after a case was closed`,
    `it is erased after ${UNDER_13} |`,
    `An account that nobody used for ${INACTIVE} is erased ${WARNED} after a mail ([060]`,
    `${DELETION} to change one's mind`,
    `a mail that a mail server has taken, and ${WARNED}, which any sign-in ends`,
  ],
  'src/features/accounts/texts.ts': [`Your account is deleted in ${DELETION}.`, `we forget it after ${UNCONFIRMED}.`],
  'CONTRIBUTING.md': [`**inactive** after ${INACTIVE} without one; its player is **warned**, and ${WARNED} later it is **closed**`],
};

/** Times of these pages that are about something else. Every other one has to be promised above. */
const OTHER_PERIODS: Record<string, readonly string[]> = {
  'content/pages/privacy.md': [],
  // How fast reports are read; how long a payment by M-Pesa and the grace after a failed renewal last.
  'content/pages/terms.md': ['24 hours', '30 days', '3 days'],
  'content/pages/parents.md': ['30 days', '24 hours', '30 days', '24 hours'],
  'content/help/kiddocash.md': [],
  'content/help/delete-account.md': ['24 hours'],
};

test.each(Object.entries(PROMISES))('%s promises the times of the table', (file, promises) => {
  const text = read(file);
  expect(promises.filter((words) => !text.includes(words))).toEqual([]);
});

test.each(Object.entries(OTHER_PERIODS))('%s names no time outside of a table that is not promised or known', (file, others) => {
  let text = read(file).replaceAll(/^\|.*$/gm, '');
  for (const words of PROMISES[file] ?? []) text = text.replace(words, '');
  expect(listPeriods(text)).toEqual(others);
});

test('the numbers that the table cannot take from the code are those of the code', () => {
  expect(toSeconds(find('A link that confirms'))).toBe(CONFIRM_SECONDS);
  expect(toSeconds(find('A link to choose'))).toBe(RESET_SECONDS);
  expect(toSeconds(find('A session that is remembered'))).toBe(REMEMBERED_SESSION_SECONDS);
  expect(toSeconds(find('A session that is not'))).toBe(SESSION_SECONDS);
  expect(toSeconds(find('A browser that is told'))).toBe(REMEMBERED_SESSION_SECONDS);
  expect(read('migrations/0021_staff_sessions.sql')).toContain(`interval '${formatPeriod(find('A session of the team'))}'`);
  expect(toSeconds(find('A counter of tries'))).toBe(CONFIRMATION_MONTHLY_LIMIT.seconds);
  // The waits between all tries of a mail, which double and get some jitter, and the time that the tries take.
  const { limit, seconds, secondsMax } = sendEmailJob.retry;
  const waits = Array.from({ length: limit }, (_, at) => Math.min(secondsMax, seconds * 2 ** (at + 1)));
  const hoursOfTries = waits.reduce((sum, wait) => sum + wait, 0) / 3600;
  expect(hoursOfTries).toBeLessThan(find('A mail that waits').count);
  expect(hoursOfTries).toBeGreaterThan(find('A mail that waits').count - 6);
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
