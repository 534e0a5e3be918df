/**
 * Whether the server can be reached. When a page cannot load its data, an error page replaces it. So code that reloads data on its own
 * checks this first.
 */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
