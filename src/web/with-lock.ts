/**
 * Runs functions with the same lock name one after the other, across all tabs and the service worker. So no tab reopens, and thereby
 * recreates, a cache that another one is deleting. In a browser without locks the function runs at once. The function must not wait for its
 * own lock.
 */
export function withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, run) : run();
}
