import { actionFailure } from '../../../shared/action-result.ts';
import { postForm } from '../../../web/post-form.ts';
import type { ActionRequest } from '../rules.ts';
import type { NotificationActionResult, NotificationPage } from '../schema.ts';

/** The endpoint of the bell, and the plain page for browsers without JavaScript. */
export const NOTIFICATIONS_URL = '/notifications';
export const NOTIFICATIONS_PAGE_URL = '/notifications/list';

/** Timeout of a request for notifications, in milliseconds. */
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

/** Loads a page of notifications. @returns null if the request failed */
export function fetchPage(after: string | null): Promise<NotificationPage | null> {
  return fetchJson(after === null ? '' : `?after=${encodeURIComponent(after)}`);
}

/** Loads the number of unread notifications. @returns null if the request failed */
export async function fetchUnreadCount(): Promise<number | null> {
  return (await fetchJson<{ unread: number }>('?count=1'))?.unread ?? null;
}

/** Sends an action. The request completes even if the user leaves the page. */
export async function sendAction({ action, id }: ActionRequest): Promise<NotificationActionResult> {
  try {
    return await postForm<NotificationActionResult>(NOTIFICATIONS_URL, id === null ? { do: action } : { do: action, id });
  } catch {
    return actionFailure('unavailable');
  }
}
