import { EventEmitter } from 'node:events';
import pino from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBusRelay } from '../bus/cluster.ts';
import type { ToProcess, ToSupervisor } from './messages.ts';
import { createSupervisor, type Slot } from './supervisor.ts';

// The supervisor with processes that the test plays. tests/cluster/web-processes.test.ts has real ones.

const SLOTS: Slot[] = [
  { name: 'jobs', roles: ['worker'] },
  { name: 'web-1', roles: ['web', 'live'] },
  { name: 'web-2', roles: ['web', 'live'] },
];

class FakeProcess extends EventEmitter {
  static #count = 0;
  readonly id = ++FakeProcess.#count;
  readonly release: string;
  readonly told: ToProcess[] = [];
  wasKilled = false;
  readonly process = {
    pid: 1_000 + this.id,
    kill: () => (this.wasKilled = true),
    send: (message: object) => {
      this.told.push((message as { kiddo: ToProcess }).kiddo);
      return true;
    },
  };
  constructor(release: string) {
    super();
    this.release = release;
  }
  say(message: ToSupervisor): void {
    this.emit('message', { kiddo: message });
  }
  end(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
  get name(): string {
    const [first] = this.told;
    return first?.kind === 'assignment' ? first.assignment.name : '';
  }
  /** What it was told, without its assignment. */
  get kinds(): string[] {
    return this.told.slice(1).map(({ kind }) => kind);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Lets promises settle. */
const settle = () => vi.advanceTimersByTimeAsync(0);

function createSite() {
  const processes: FakeProcess[] = [];
  const built = { newest: 'first' as string | null };
  /** What the system does not do at the moment. */
  const broken = { fork: false, release: false };
  const [onReady, onGiveUp] = [vi.fn<() => void>(), vi.fn<(message: string) => void>()];
  const supervisor = createSupervisor({
    slots: SLOTS,
    fork(_, release) {
      if (broken.fork) throw new Error('spawn ENOMEM');
      const forked = new FakeProcess(release);
      processes.push(forked);
      return forked;
    },
    release: 'first',
    findRelease() {
      if (broken.release) throw new Error('ENOENT: no such file or directory');
      return built.newest;
    },
    databaseUrl: null,
    relay: createBusRelay(),
    log: pino({ level: 'silent' }),
    drainSeconds: 0,
    moveSeconds: 10,
    onReady,
    onGiveUp,
  });
  supervisor.start();
  return { supervisor, processes, built, broken, onReady, onGiveUp };
}

async function createServingSite() {
  const site = createSite();
  site.processes[0]?.say({ kind: 'prepared', demo: null });
  for (const each of site.processes) each.say({ kind: 'warm' });
  for (const each of site.processes) each.say({ kind: 'serving' });
  await settle();
  return site;
}

test('the first process prepares for all, all serve at the same time, and then the site is ready', () => {
  const { processes, onReady } = createSite();
  const [jobs, one, two] = processes as [FakeProcess, FakeProcess, FakeProcess];
  const assignments = processes.map(({ told }) => told[0]);
  expect(assignments).toMatchObject([
    { assignment: { name: 'jobs', roles: ['worker'], prepares: true, opensAtOnce: true } },
    { assignment: { name: 'web-1', roles: ['web', 'live'], prepares: false, opensAtOnce: true } },
    { assignment: { name: 'web-2', prepares: false } },
  ]);
  jobs.say({ kind: 'prepared', demo: null });
  expect(processes.map(({ kinds }) => kinds)).toEqual([[], ['prepared'], ['prepared']]);
  jobs.say({ kind: 'warm' });
  two.say({ kind: 'warm' });
  expect(two.kinds).toEqual(['prepared']);
  one.say({ kind: 'warm' });
  expect(processes.map(({ kinds }) => kinds.at(-1))).toEqual(['serve', 'serve', 'serve']);
  for (const each of processes) {
    expect(onReady).not.toHaveBeenCalled();
    each.say({ kind: 'serving' });
  }
  expect(onReady).toHaveBeenCalledOnce();
});

test('a site that cannot start says why once, and one whose processes die gives up', async () => {
  const unable = createSite();
  for (const each of unable.processes) each.say({ kind: 'failed', message: 'Port 3000 is taken.' });
  expect(unable.onGiveUp.mock.calls[0]).toEqual(['Port 3000 is taken.']);
  const isStopped = unable.supervisor.stop(true);
  unable.processes.forEach((each) => each.end(1));
  await isStopped;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unable.processes).toHaveLength(3);

  const dying = createSite();
  for (let deaths = 0; deaths < 3; deaths++) {
    expect(dying.onGiveUp).not.toHaveBeenCalled();
    dying.processes.findLast(({ name }) => name === 'jobs')?.end(null, 'SIGKILL');
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(dying.onGiveUp.mock.calls).toEqual([[expect.stringContaining('jobs ended 3 times before it was ready')]]);
  // Whoever was started again prepares again, as nobody has.
  expect(dying.processes.filter(({ name }) => name === 'jobs').map(({ told }) => told[0])).toMatchObject(
    Array.from({ length: 3 }, () => ({ assignment: { prepares: true } })),
  );
});

test('what dies is started again, later and later, and takes no requests before it serves', async () => {
  const { processes } = await createServingSite();
  const latest = () => processes.at(-1) as FakeProcess;
  processes[1]?.end(null, 'SIGKILL');
  await settle();
  expect(processes).toHaveLength(4);
  expect(latest().told).toMatchObject([{ assignment: { name: 'web-1', prepares: false, opensAtOnce: false } }, { kind: 'prepared' }]);
  for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const count = processes.length;
    latest().end(1);
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(processes).toHaveLength(count);
    await vi.advanceTimersByTimeAsync(1);
    expect(processes).toHaveLength(count + 1);
  }
  // After one that served for long, the next one comes at once.
  latest().say({ kind: 'warm' });
  expect(latest().kinds).toEqual(['prepared', 'serve']);
  latest().say({ kind: 'serving' });
  await vi.advanceTimersByTimeAsync(60_001);
  const count = processes.length;
  latest().end(null, 'SIGSEGV');
  await settle();
  expect(processes).toHaveLength(count + 1);
});

test('a restart starts new processes one after the other, and the old ones leave once all new ones serve', async () => {
  const { supervisor, processes } = await createServingSite();
  const old = processes.slice();
  supervisor.reload();
  for (const [i, slot] of SLOTS.entries()) {
    await settle();
    expect(processes).toHaveLength(4 + i);
    expect(processes[3 + i]?.told[0]).toMatchObject({ assignment: { name: slot.name, prepares: i === 0, opensAtOnce: false } });
    processes[3 + i]?.say({ kind: 'warm' });
  }
  await settle();
  const fresh = processes.slice(3);
  expect(fresh.map(({ kinds }) => kinds.at(-1))).toEqual(['serve', 'serve', 'serve']);
  fresh[0]?.say({ kind: 'serving' });
  fresh[1]?.say({ kind: 'serving' });
  await settle();
  expect(old.map(({ kinds }) => kinds.at(-1))).toEqual(['serve', 'serve', 'serve']);
  fresh[2]?.say({ kind: 'serving' });
  await settle();
  expect(old.map(({ told }) => told.at(-1))).toEqual([0, 10, 10].map((seconds) => ({ kind: 'leave', seconds })));
  // Asked again, it waits until the old ones are gone.
  supervisor.reload();
  old[0]?.end(0);
  old[1]?.end(0);
  await settle();
  expect(processes).toHaveLength(6);
  old[2]?.end(0);
  await settle();
  expect(processes).toHaveLength(7);
  expect(processes[6]?.name).toBe('jobs');
});

test('a new release that does not start replaces nothing', async () => {
  const { supervisor, processes } = await createServingSite();
  const old = processes.slice();
  supervisor.reload();
  await settle();
  processes[3]?.say({ kind: 'warm' });
  await settle();
  // One of those that serve dies meanwhile. It is started again when the restart is over.
  old[2]?.end(null, 'SIGKILL');
  processes[4]?.end(1);
  await settle();
  expect(processes[3]?.told.at(-1)).toEqual({ kind: 'stop', isNow: true });
  expect(old.map(({ kinds }) => kinds.includes('leave'))).toEqual([false, false, false]);
  expect(processes.slice(5).map(({ name }) => name)).toEqual(['web-2']);
  processes[3]?.end(0);
  processes[5]?.say({ kind: 'warm' });
  expect(processes[5]?.kinds).toEqual(['prepared', 'serve']);
});

test('who is started again gets the release of the others; a restart takes the newest, and keeps it if it serves', async () => {
  const { supervisor, processes, built } = await createServingSite();
  const latest = () => processes.at(-1) as FakeProcess;
  const diesAndComesBack = async () => {
    latest().end(null, 'SIGKILL');
    await vi.advanceTimersByTimeAsync(60_000);
    latest().say({ kind: 'warm' });
    latest().say({ kind: 'serving' });
    return latest().release;
  };
  built.newest = 'second';
  expect(await diesAndComesBack()).toBe('first');
  supervisor.reload();
  await settle();
  expect(latest().release).toBe('second');
  latest().end(1);
  await settle();
  // It did not get ready, so nothing has changed.
  built.newest = null;
  supervisor.reload();
  await settle();
  const started = processes.length;
  expect(processes.filter(({ kinds }) => kinds.includes('leave'))).toEqual([]);
  built.newest = 'third';
  supervisor.reload();
  for (let nth = 0; nth < SLOTS.length; nth++) {
    await settle();
    latest().say({ kind: 'warm' });
  }
  await settle();
  const fresh = processes.slice(started);
  expect(fresh.map(({ release }) => release)).toEqual(['third', 'third', 'third']);
  for (const each of fresh) each.say({ kind: 'serving' });
  await settle();
  expect(await diesAndComesBack()).toBe('third');
});

test('a system that starts no process for a while, or a link that leads nowhere, ends nothing that serves', async () => {
  const { supervisor, processes, broken, onGiveUp } = await createServingSite();
  broken.release = true;
  supervisor.reload();
  await settle();
  broken.release = false;
  broken.fork = true;
  supervisor.reload();
  await settle();
  expect(processes).toHaveLength(3);
  processes[2]?.end(null, 'SIGKILL');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(processes).toHaveLength(3);
  broken.fork = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(processes.map(({ name }) => name)).toEqual(['jobs', 'web-1', 'web-2', 'web-2']);
  supervisor.reload();
  await settle();
  expect(processes[4]?.name).toBe('jobs');
  expect(onGiveUp).not.toHaveBeenCalled();
});

test('one that was replaced and hangs is killed, so that the next restart begins', async () => {
  const { supervisor, processes } = await createServingSite();
  const rollTo = async (first: number) => {
    for (let nth = 0; nth < SLOTS.length; nth++) {
      await settle();
      processes[first + nth]?.say({ kind: 'warm' });
    }
    await settle();
    for (const each of processes.slice(first)) each.say({ kind: 'serving' });
    await settle();
  };
  supervisor.reload();
  await rollTo(3);
  supervisor.reload();
  processes[0]?.end(0);
  processes[1]?.end(0);
  // Ten seconds for its tabs, a minute for what it sends, eight seconds to end.
  await vi.advanceTimersByTimeAsync(77_999);
  expect([processes[2]?.wasKilled, processes.length]).toEqual([false, 6]);
  await vi.advanceTimersByTimeAsync(1);
  expect(processes[2]?.wasKilled).toBe(true);
  processes[2]?.end(null, 'SIGKILL');
  await settle();
  expect(processes).toHaveLength(7);
});

test('who dies during a long migration of a restart is there again at once; who dies beside its successor is not', async () => {
  const { supervisor, processes } = await createServingSite();
  supervisor.reload();
  await settle();
  processes[1]?.end(null, 'SIGKILL');
  await settle();
  expect(processes[4]?.name).toBe('web-1');
  processes[4]?.say({ kind: 'warm' });
  expect(processes[4]?.kinds.at(-1)).toBe('serve');
  processes[4]?.say({ kind: 'serving' });
  // The migration takes longer than a start may take.
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(processes[3]?.kinds).not.toContain('stop');
  processes[3]?.say({ kind: 'warm' });
  await settle();
  processes[5]?.say({ kind: 'warm' });
  await settle();
  processes[4]?.end(null, 'SIGKILL');
  await settle();
  expect(processes.map(({ name }) => name)).toEqual(['jobs', 'web-1', 'web-2', 'jobs', 'web-1', 'web-1', 'web-2']);
  // A successor ends before the last one is warm: nobody is handed to the others.
  processes[3]?.end(1);
  processes[6]?.say({ kind: 'warm' });
  await settle();
  expect(processes[5]?.kinds).not.toContain('serve');
  expect(processes[5]?.told.at(-1)).toEqual({ kind: 'stop', isNow: true });
  expect(processes.slice(7).map(({ name }) => name)).toEqual(['web-1']);
});

test('stopping tells all processes, waits for them, and kills those that hang', async () => {
  const { supervisor, processes } = await createServingSite();
  let isStopped = false;
  void supervisor.stop(false).then(() => (isStopped = true));
  expect(processes.map(({ told }) => told.at(-1))).toEqual(Array.from({ length: 3 }, () => ({ kind: 'stop', isNow: false })));
  processes[0]?.end(0);
  processes[1]?.end(0);
  await vi.advanceTimersByTimeAsync(7_999);
  expect([isStopped, processes[2]?.wasKilled]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(processes[2]?.wasKilled).toBe(true);
  processes[2]?.end(null, 'SIGKILL');
  await settle();
  expect([isStopped, processes.length]).toEqual([true, 3]);
});
