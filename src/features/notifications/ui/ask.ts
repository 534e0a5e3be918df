import { postForm } from '../../../web/post-form.ts';
import type { Done } from '../rules.ts';
import type { DeedAnswer, NotificationPage } from '../schema.ts';

/** Where the bell asks; the plain page beside it is for browsers without JavaScript. */
export const ADDRESS = '/notifications';
export const PAGE_ADDRESS = '/notifications/list';

/** Whoever waits longer than this for a list is told that it failed, in milliseconds. */
const WAIT_MS = 15_000;

async function ask<Answer>(query: string): Promise<Answer | null> {
  try {
    const response = await fetch(ADDRESS + query, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(WAIT_MS) });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** A page of notifications, or null when there is no answer. */
export function askPage(after: string | null): Promise<NotificationPage | null> {
  return ask(after === null ? '' : `?after=${encodeURIComponent(after)}`);
}

/** How many are unread, or null when there is no answer. */
export async function askUnread(): Promise<number | null> {
  return (await ask<{ unread: number }>('?count=1'))?.unread ?? null;
}

/** Sends a deed. It arrives also when the page is left meanwhile. */
export async function sendDeed({ deed, id }: Done): Promise<DeedAnswer> {
  try {
    return await postForm<DeedAnswer>(ADDRESS, id === null ? { do: deed } : { do: deed, id });
  } catch {
    return { ok: false, code: 'unavailable', requestId: '' };
  }
}
