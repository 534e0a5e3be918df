/**
 * The numbers of this project's advisory locks, each for one purpose alone: whoever holds one keeps all others with the same number waiting.
 * Locks with a text in place of a number (`hashtextextended`) cannot meet these.
 */
export const LOCK_NUMBERS = {
  /** The process that uses a data folder, for its whole lifetime, in its embedded database. */
  owner: 70411,
  /** Only one process prepares the database at a time; the others wait for this lock. */
  preparation: 70412,
  /** Whoever writes games. Triggers take it too (migrations 0001, 0012, 0013, 0038 and 0051). */
  catalogue: 70413,
  /** Whoever adds to the chain of the audit log: triggers and functions alone (migrations 0024 and 0026). */
  auditChain: 70414,
  /**
   * Held as well by whoever does what waits for all older snapshots (`create index concurrently`). Waiting for the preparation lock is a
   * statement with a snapshot: the two would wait for each other, so nobody waits in that queue meanwhile.
   */
  build: 70415,
  /** Whoever changes what is stored with the application's role. */
  roleSettings: 70416,
} as const;
