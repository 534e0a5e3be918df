/**
 * Whether the server can be reached. A page that cannot load its data is replaced by one that says so: what is loaded
 * anew without being asked for asks here first.
 */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
