/** The push services of the browsers that players use. `*.` is any host below. */
export const DEFAULT_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
].join(',');

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
/** A push service that tests run on this machine. */
const LOCAL_ORIGIN = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

/** Whether this is the name of hosts, or the origin of a push service on this machine. */
export function isPushHost(text: string): boolean {
  return HOST.test(text) || LOCAL_ORIGIN.test(text);
}

/** Whether this host is a push service on this machine, which only tests have. */
export function isLocalPushHost(text: string): boolean {
  return LOCAL_ORIGIN.test(text);
}

/**
 * Whether our server may send to this URL, which a browser named: https, a known push service, and no port, no credentials and no other
 * way to write the host.
 * @param hosts those of PUSH_HOSTS
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url) return false;
  const isCanonical = endpoint.startsWith(`${url.protocol}//${url.host}/`) && endpoint === url.href && url.hash === '';
  if (!isCanonical) return false;
  if (url.protocol === 'http:') return hosts.includes(url.origin) && isLocalPushHost(url.origin);
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host));
}
