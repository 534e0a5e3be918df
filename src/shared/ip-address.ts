import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Only for code on the server: it would be a large part of what a browser loads.

/**
 * The address by which requests are counted. An IPv6 address is reduced to its network (/64, such as `2001:db8:1:2::`), because one
 * household can choose among all addresses of its network.
 * @param given an address as a socket or a proxy reports it; text that is not an address is returned, cut to 64 characters
 */
export function toCountedAddress(given: string): string {
  // Some proxies add the port.
  const address = given.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(address) !== 6) return address.slice(0, 64);
  // An IPv4 address can arrive as an IPv6 one: ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

/** An IP address without the part that identifies a household; null if there is none. */
export function maskIpAddress(address: string | null): string | null {
  if (address === null || isIP(address) === 0) return null;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join('.')}.x.x`;
  const network = parsed.parts.slice(0, 2).map((part) => part.toString(16));
  return `${network.join(':')}:…`;
}
