import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import * as queries from './queries.server.ts';

/** Where the log was touched. `position`: of the link in the chain. */
type ChainFault =
  /** The link does not have the hash of the one before: it, or one before it, was changed, removed or inserted. */
  | { kind: 'broken'; position: number }
  /** The entry is not what it was when the link was made. */
  | { kind: 'changed'; position: number; entryId: string }
  /** There is no such entry any more. */
  | { kind: 'removed'; position: number; entryId: string }
  /** An entry that has no link. */
  | { kind: 'inserted'; entryId: string };

/**
 * `redactions`: the positions of the links with which an entry lost a player who was erased, those that follow each other as one. `head`: the
 * last link; null for an empty log.
 */
export type ChainReport = {
  entries: number;
  redactions: { from: number; to: number }[];
  head: { position: number; hash: string } | null;
  faults: ChainFault[];
  /** Whether a link has the hash that was asked for. */
  hasHash: boolean;
};

/** Links that are read at once. */
const PAGE_SIZE = 1_000;
/** Faults in one report: whoever replaced half of the log does not fill the screen. */
const FAULTS_MAX = 20;

/**
 * Checks that the audit log is what was written, link by link. An erased player is no fault: the entry has another link since then.
 * @param hash of a link that somebody noted, in hexadecimal digits: whether it is in the chain
 * @throws AppError 'not-allowed'
 */
export async function verifyAuditLog(ctx: AppContext, actor: Actor, hash: string | null = null): Promise<ChainReport> {
  authorize(actor, 'audit-log:verify');
  return queries.readSnapshot(ctx.db, async (db) => {
    const report: ChainReport = { entries: 0, redactions: [], head: null, faults: [], hasHash: false };
    for (;;) {
      const rows = await queries.listLinks(db, report.head?.position ?? 0, PAGE_SIZE);
      for (const row of rows) {
        report.faults.push(...findFaults(row, report.head));
        if (row.kind === 'added') report.entries++;
        else addRedaction(report.redactions, row.position);
        report.hasHash ||= row.hash === hash;
        report.head = { position: row.position, hash: row.hash };
      }
      if (rows.length < PAGE_SIZE) break;
    }
    for (const entryId of await queries.listUnchainedEntries(db, FAULTS_MAX)) report.faults.push({ kind: 'inserted', entryId });
    return { ...report, faults: report.faults.slice(0, FAULTS_MAX) };
  });
}

function addRedaction(redactions: ChainReport['redactions'], position: number): void {
  const last = redactions.at(-1);
  if (last?.to === position - 1) last.to = position;
  else redactions.push({ from: position, to: position });
}

function findFaults(row: queries.LinkRow, previous: ChainReport['head']): ChainFault[] {
  const { position, entry_id: entryId, kind, content_hash: contentHash } = row;
  const expected = sha256([previous?.hash ?? '', position, entryId, kind, contentHash].join(' '));
  const isLinked = position === (previous?.position ?? 0) + 1 && row.hash === expected;
  const faults: ChainFault[] = isLinked ? [] : [{ kind: 'broken', position }];
  if (row.content === null) return [...faults, { kind: 'removed', position, entryId }];
  // Of an earlier link of the entry, the content was erased with a player.
  const isChanged = row.is_latest && sha256(row.content) !== contentHash;
  return isChanged ? [...faults, { kind: 'changed', position, entryId }] : faults;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the head of the chain to the security log, which whoever can write to the database cannot change. */
export async function logAuditHead(ctx: AppContext): Promise<void> {
  const head = await queries.findLastLink(ctx.db);
  if (head !== null) ctx.logSecurity('sys_audit_head', [head.position, head.hash]);
}
