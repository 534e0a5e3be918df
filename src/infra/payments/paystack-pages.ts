import { z } from 'zod';
import { requestPaystack, type PaystackClient } from './paystack-client.ts';

const PAGE_SIZE = 100;
/** More pages than any list that we read has; a list that never ends is a fault. */
const PAGES_MAX = 2_000;

/**
 * All rows of a list of Paystack's API, page after page. A row that moves to another page meanwhile may come twice.
 * @param query what the list is limited to, such as 'from=2026-11-01'
 */
export async function requestAllPages<T>(client: PaystackClient, path: string, query: string, row: z.ZodType<T>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const address = `${path}?${query === '' ? '' : `${query}&`}perPage=${PAGE_SIZE}&page=${page}`;
    const found = await requestPaystack(client, 'GET', address, z.array(row));
    rows.push(...found);
    if (found.length < PAGE_SIZE) return rows;
  }
  throw new Error(`Paystack's list ${path} has no end`);
}
