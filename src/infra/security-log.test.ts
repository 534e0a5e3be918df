import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { newId } from '../shared/ids.ts';
import { createSecurityLog, SECURITY_EVENTS } from './security-log.ts';

/** A security log with a clock. @param level the LOG_LEVEL */
function open(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const clock = { now: new Date('2026-01-05T08:00:00+03:00') };
  const log = createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log: createSecurityLog(log, () => clock.now), lines, clock };
}

test('a line says what happened, to whom, when and in which request', () => {
  const { log, lines } = open();
  const id = newId();
  log('authn_login_fail', [id], { method: 'password', reason: 'wrong-password', requestId: '0123456789abcdef' });
  expect(lines).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      type: 'security',
      appid: 'kiddo',
      datetime: '2026-01-05T05:00:00.000Z',
      event: `authn_login_fail:${id}`,
      description: 'A sign-in was refused',
      method: 'password',
      reason: 'wrong-password',
      requestId: '0123456789abcdef',
    },
  ]);
});

test('levels are those of the vocabulary, as the rest of the log writes them; who is not known is said so', () => {
  const { log, lines } = open();
  log('session_logout', ['a']);
  log('authn_login_fail_max', [null, 8]);
  log('authz_fail', ['visitor', 'report:review']);
  log('malicious_cors', []);
  expect(lines.map(({ level, event }) => [level, event])).toEqual([
    [30, 'session_logout:a'],
    [40, 'authn_login_fail_max:unknown,8'],
    [50, 'authz_fail:visitor,report:review'],
    [50, 'malicious_cors'],
  ]);
});

test('nothing that a person typed gets into a line, whatever is passed on', () => {
  const { log, lines } = open();
  for (const typed of ['amina@example.com', '203.0.113.7', 'Amina W', 'x'.repeat(65), 'a\n{"event":"forged"}', 'a,b', ''])
    log('user_updated', [typed, typed, typed], { reason: typed, resource: typed });
  expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(['user_updated:unnamed,unnamed,unnamed']));
  for (const line of lines) expect([line['reason'], line['resource']]).toEqual([undefined, undefined]);
});

test('a quiet log hides no attack; a silent one says nothing', () => {
  const quiet = open('error');
  quiet.log('session_logout', ['a']);
  expect(quiet.lines).toHaveLength(1);
  const silent = open('silent');
  silent.log('malicious_cors', []);
  expect(silent.lines).toEqual([]);
});

test('a flood of one event is counted, and does not hide the others', () => {
  const { log, lines, clock } = open();
  for (let time = 0; time < 100; time++) log('malicious_csrf', []);
  log('authn_login_success', ['a']);
  expect(lines).toHaveLength(31);
  clock.now = new Date(clock.now.getTime() + 60_000);
  log('authn_login_success', ['b']);
  log('malicious_csrf', []);
  expect(lines.slice(31).map(({ event, repeated }) => [event, repeated])).toEqual([
    ['malicious_csrf', 70],
    ['authn_login_success:b', undefined],
    ['malicious_csrf', undefined],
  ]);
});

test('the operator’s guide explains every event, with its level, once', () => {
  const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/operators-guide.md'), 'utf8');
  const listed = [...guide.matchAll(/^\| `([a-z_]+)(?::[a-z,]+)?` \| (\d+) \| .{10,} \|$/gm)].map(([, name, level]) => `${name} ${level}`);
  const numbers = { info: '30', warn: '40', error: '50' };
  expect(listed.toSorted()).toEqual(
    Object.entries(SECURITY_EVENTS)
      .map(([name, { level }]) => `${name} ${numbers[level]}`)
      .toSorted(),
  );
});
