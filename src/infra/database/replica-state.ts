import type pg from 'pg';
import type { QueryPrepared } from './database.ts';
import { roundToPage, type LogPosition } from './log-position.ts';

/** Which database server this is, and the replicas made of it with it. */
const SYSTEM = `(select system_identifier from pg_control_system())`;
/**
 * Where the primary is: what is on its disk, since a commit is seen only after it is there. What else was written can stay off the disk for
 * seconds on a quiet server, and is sent to no replica until then. Where commits do not wait for the disk, it counts too.
 */
const POSITION = `((case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)
    - '0/0'::pg_lsn)::text as position,
  pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes", current_setting('wal_block_size')::int as "pageBytes"`;
const PRIMARY_POSITION = { name: 'log position', text: `select ${POSITION}` };
const PRIMARY_STATE = {
  name: 'log state',
  text: `select ${POSITION}, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as flushed,
    ${SYSTEM}::text as system, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`,
};
/**
 * The timeline is the newest that the control file of the replica has. That is written some time after the replica began to follow a server
 * that became the primary: until then it is left out, which is safe. The receiver would say it at once, but only to `pg_read_all_stats`.
 */
const REPLICA_STATE = `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
  ${SYSTEM}::text as system, greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()), (select received_tli from pg_stat_wal_receiver)) as timeline`;

/** `flushed`: what is on its disk, which no crash takes back. */
export type PrimaryState = { position: LogPosition; flushed: LogPosition; origin: string };

export class NoReplicaError extends Error {}

type PositionRow = { position: string; segmentBytes: number; pageBytes: number };

/** @returns where the primary is now */
export async function readPrimaryPosition(queryPrepared: QueryPrepared): Promise<LogPosition> {
  return toPosition((await queryPrepared<PositionRow>(PRIMARY_POSITION, []))[0]);
}

/** @returns where the primary is, and whose log that is */
export async function readPrimaryState(queryPrepared: QueryPrepared): Promise<PrimaryState> {
  const [row] = await queryPrepared<PositionRow & { flushed: string; system: string; timeline: string }>(PRIMARY_STATE, []);
  if (row === undefined) throw new Error('the primary does not say where it is');
  return { position: toPosition(row), flushed: BigInt(row.flushed), origin: toOrigin(row.system, Number.parseInt(row.timeline, 16)) };
}

/**
 * What the server of a connection has replayed of the primary's log.
 * @param origin whose log it has to be
 * @throws NoReplicaError
 */
export async function readReplayed(client: pg.ClientBase, origin: string | null): Promise<LogPosition> {
  const { rows } = await client.query<{ isStandby: boolean; position: string | null; system: string; timeline: number }>(REPLICA_STATE);
  const [row] = rows;
  // One that became a primary has a log of its own from then on.
  if (row?.isStandby !== true || row.position === null) throw new NoReplicaError('the server replays no log');
  // A primary that was restored, or was a replica itself, writes another timeline. A replica that stayed behind on the old one has changes
  // that the primary does not have, and lacks those that were made since, however high its position is.
  if (toOrigin(row.system, row.timeline) !== origin) throw new NoReplicaError('the server is a replica of another primary or timeline');
  return BigInt(row.position);
}

/** Whose log it is: positions can only be compared within one. */
const toOrigin = (system: string, timeline: number) => `${system}/${timeline}`;

function toPosition(row: PositionRow | undefined): LogPosition {
  if (row === undefined) throw new Error('the primary does not say where it is');
  return roundToPage(BigInt(row.position), row);
}
