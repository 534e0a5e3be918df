/** Whether a service's URL leads to this machine: by a loopback address, or by the path of a Unix socket. */
export function isLocalUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  // In PostgreSQL's URLs a parameter names the host, too, and wins.
  const hosts = url.searchParams.getAll('host');
  return (hosts.length > 0 ? hosts : [url.hostname]).every((host) => /^(\/|%2f)/i.test(host) || isLoopback(host));
}

/** Whether a host name or IP address refers to this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost\.?|([\w-]+\.)*localhost\.?|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]?)$/i.test(host);
}
