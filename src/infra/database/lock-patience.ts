import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** How a statement gets a lock that it shares with the players of a site which goes on. */
export type LockPatience = {
  /**
   * How long it waits for one, in milliseconds: meanwhile everybody who comes later waits behind it, and a page gives up when it has waited
   * for a connection for 3 s.
   */
  wait: number;
  /** Then it lets them through for so long, in milliseconds, and tries again. */
  pause: number;
  attempts: number;
};
/** Goes on for about 5 minutes, in which others wait for a tenth of the time. */
export const PATIENCE: LockPatience = { wait: 800, pause: 8_000, attempts: 34 };

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Does what needs strong locks without stopping others for long: again, when somebody else had a lock for too long, or waited for us in turn.
 * @param what stands in the sentence that is said when it waits, such as 'The migration 0057_pets.sql'
 * @param run leaves no transaction open when it fails. While it runs, its connection gives up a lock after a short time
 */
export async function runPatiently(
  client: pg.Client,
  what: string,
  run: () => Promise<void>,
  onProgress: (step: string) => void,
  { wait, pause, attempts }: LockPatience,
): Promise<void> {
  for (let nth = 1; ; nth++) {
    try {
      await client.query(`set lock_timeout = ${Math.round(wait)}`);
      await run();
      await client.query('set lock_timeout = 0');
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? '');
      if (!isBusy || nth >= attempts) throw error;
      if (nth === 1) onProgress(`${what} waits for a table that others use (${error.message}); it tries again`);
      await delay(pause);
    }
  }
}
