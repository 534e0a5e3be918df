import { LRUCache } from 'lru-cache';

/** How many addresses are kept: anybody can ask for any number of them. */
const ADDRESSES_MAX = 5_000;
/** Characters. Longer addresses are none of ours, and anybody can send very long ones. */
const LENGTH_MAX = 200;

/** Keeps what was found for the addresses that are asked for most. @param find must find the same each time */
export function cacheByAddress<Found extends string | object>(find: (address: string) => Found): (address: string) => Found {
  const cache = new LRUCache<string, Found>({ max: ADDRESSES_MAX });
  return (address) => {
    if (address.length > LENGTH_MAX) return find(address);
    const known = cache.get(address);
    if (known !== undefined) return known;
    // A part of a longer text keeps all of it in memory, such as the query behind it: so this is a copy, from which all else is made.
    const copy = Buffer.from(address, 'utf8').toString('utf8');
    const found = find(copy);
    cache.set(copy, found);
    return found;
  };
}
