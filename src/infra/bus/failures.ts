import type { Logger } from 'pino';

/** What a bus can fail at although it is connected, such as by an account without the right to do so. */
type Kind = 'listening to everybody' | 'following players' | 'publishing';

/** What fails now: the first error of each kind is logged, and then none until it works again. */
export function createFailures(log: Logger) {
  const failing = new Set<Kind>();
  return {
    failed(kind: Kind, error: unknown): void {
      if (!failing.has(kind)) log.error({ err: error, kind }, 'the bus does not work');
      failing.add(kind);
    },
    worked(kind: Kind): void {
      if (failing.delete(kind)) log.info({ kind }, 'the bus works again');
    },
    /** @throws while something fails */
    check(): void {
      if (failing.size > 0) throw new Error(`the bus does not work: ${[...failing].join(', ')}`);
    },
  };
}

export type Failures = ReturnType<typeof createFailures>;
