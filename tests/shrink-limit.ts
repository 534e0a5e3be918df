import fc from 'fast-check';

/**
 * A fast-check plugin for properties that run slowly: it ends the search for a smaller counterexample some time after the first failure. The
 * limits of fast-check itself count from the start, so on a busy machine they would also cut short a property that holds.
 */
export function limitShrinking(limitMs: number): fc.Plugin<unknown> {
  return () => {
    let deadline = Infinity;
    return {
      decorateRun: (run) => async (value) => {
        if (performance.now() > deadline) return new fc.PreconditionFailure(true);
        const result = await run(value);
        if (result !== null && !fc.PreconditionFailure.isFailure(result)) deadline = Math.min(deadline, performance.now() + limitMs);
        return result;
      },
    };
  };
}
