import { expect, onTestFinished } from 'vitest';
import { openReplica } from '../../src/infra/database/replica.ts';
import type { World } from '../world.ts';
import type { ReplicatedDatabase } from './replica.ts';

/** Keeps reads of the replica waiting. @returns lets them go on */
export async function holdReads(database: ReplicatedDatabase): Promise<() => Promise<void>> {
  const holder = await database.connectToReplica();
  onTestFinished(() => holder.end());
  await holder.query('select pg_advisory_lock(1)');
  return () => holder.end();
}

const HELD = `select pid from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`;

/** Starts a read that waits on the replica, and again if it was given up before that was seen. @returns it, and the process that does it */
export async function startHeldRead<T>(
  database: ReplicatedDatabase,
  start: () => Promise<T>,
): Promise<{ underWay: Promise<T>; pid: number }> {
  const client = await database.connectToReplica();
  let isOver = true;
  let underWay = null as Promise<T> | null;
  let pid = 0;
  await expect
    .poll(async () => {
      if (isOver) {
        isOver = false;
        underWay = start().finally(() => (isOver = true));
      }
      pid = (await client.query<{ pid: number }>(HELD)).rows[0]?.pid ?? 0;
      return pid;
    })
    .toBeGreaterThan(0);
  await client.end();
  if (underWay === null) throw new Error('nothing was started');
  return { underWay, pid };
}

/** What the primary says of itself, as far as tests change it. */
export type PrimaryAnswer = { flushed: string; timeline: string };

/** The replica as a part of Kiddo looks after it, with what the primary says of itself in the hands of the test. */
export async function openAlone(
  database: ReplicatedDatabase,
  { ctx }: World,
  options: Partial<Parameters<typeof openReplica>[1]> = {},
  answer: (state: PrimaryAnswer) => PrimaryAnswer | Promise<PrimaryAnswer> = (state) => state,
) {
  const results: string[] = [];
  let answers = 0;
  const check = async <Row>(statement: { name: string; text: string }, values: unknown[]) => {
    const [row] = await ctx.queryPrepared<Row>(statement, values);
    const said = await answer(row as PrimaryAnswer);
    answers++;
    return [said as Row];
  };
  const all = { max: 5, timeout: 600, areStatementsNamed: true, maxLag: 600, ...options };
  const replica = openReplica(database.readUrl, all, { queryPrepared: ctx.queryPrepared, check }, ctx.log, (each) => results.push(each));
  onTestFinished(() => replica.close());
  replica.start();
  await expect.poll(() => replica.state().isUsed).toBe(true);
  return { replica, results, getAnswers: () => answers };
}
