/**
 * Runs one after the other what goes by the same name, in all tabs and in the service worker: a store that one of them just takes away is
 * not opened, and so made anew, by another. A browser without locks runs it at once. What runs must not wait for its own name.
 */
export function withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, run) : run();
}
