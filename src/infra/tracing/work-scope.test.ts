import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createRequestScope, currentRequestId, runInScope, runJobInScope, traceHeaders } from './work-scope.ts';

/** A log whose lines a test reads. */
function createTestLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }, 'web-1') };
}

test('each line says which process speaks, and in a request or job which one it belongs to', async () => {
  const { lines, log } = createTestLog();
  log.info('outside');
  await runInScope(createRequestScope(undefined), async () => {
    await Promise.resolve();
    log.info('request');
    log.info({ requestId: 'its own' }, 'request that says so itself');
    expect(currentRequestId()).toBe(lines[1]?.['requestId']);
    expect(traceHeaders().traceparent).toContain(String(lines[1]?.['traceId']));
  });
  await runJobInScope(async () => log.info('job'));
  expect(lines.map(({ process, msg, requestId }) => [process, msg, requestId])).toEqual([
    ['web-1', 'outside', undefined],
    ['web-1', 'request', expect.stringMatching(/^[0-9a-f]{16}$/)],
    ['web-1', 'request that says so itself', 'its own'],
    ['web-1', 'job', undefined],
  ]);
  const traces = lines.map(({ traceId }) => traceId);
  expect([traces[0], traces[1] === traces[2], new Set(traces).size]).toEqual([undefined, true, 3]);
});

test('what lives on after its request does not speak of it', async () => {
  const { lines, log } = createTestLog();
  const scope = createRequestScope(undefined);
  let later = Promise.resolve();
  runInScope(scope, () => {
    later = Promise.resolve().then(() => {
      log.info('a connection was lost');
      expect(traceHeaders()).toEqual({});
    });
  });
  scope.isOver = true;
  await later;
  expect(lines).toEqual([expect.not.objectContaining({ traceId: expect.anything() })]);
});
