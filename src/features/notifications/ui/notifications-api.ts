import { postForm } from '../../../web/post-form.ts';
import type { ActionRequest } from '../rules.ts';
import type { NotificationActionResponse, NotificationPage } from '../schema.ts';

/** Where the bell asks; the plain page beside it is for browsers without JavaScript. */
export const NOTIFICATIONS_URL = '/notifications';
export const NOTIFICATIONS_PAGE_URL = '/notifications/list';

/** Whoever waits longer than this for a list is told that it failed, in milliseconds. */
const TIMEOUT_MS = 15_000;

async function fetchJson<Answer>(query: string): Promise<Answer | null> {
  try {
    const response = await fetch(NOTIFICATIONS_URL + query, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** A page of notifications, or null when there is no answer. */
export function fetchPage(after: string | null): Promise<NotificationPage | null> {
  return fetchJson(after === null ? '' : `?after=${encodeURIComponent(after)}`);
}

/** How many are unread, or null when there is no answer. */
export async function fetchUnreadCount(): Promise<number | null> {
  return (await fetchJson<{ unread: number }>('?count=1'))?.unread ?? null;
}

/** Sends a deed. It arrives also when the page is left meanwhile. */
export async function sendAction({ action, id }: ActionRequest): Promise<NotificationActionResponse> {
  try {
    return await postForm<NotificationActionResponse>(NOTIFICATIONS_URL, id === null ? { do: action } : { do: action, id });
  } catch {
    return { ok: false, code: 'unavailable', requestId: '' };
  }
}
