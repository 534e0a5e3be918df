import { postForm } from '../../../web/post-form.ts';
import { toSentText } from '../messages.rules.ts';
import type { Conversation, PlayerReportResult, ReportReason, SendMessageResult } from '../schema.ts';

/** Timeout of a request for messages, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** The reported player, and the reported message if the report is about one. */
export type ReportTarget = { playerId: string; messageId?: string };

/** The URL of the conversation with a friend. */
export function urlForConversation(friendId: string): string {
  return `/chat/${encodeURIComponent(friendId)}`;
}

/** Loads one page of a conversation. @returns null if the request failed, 'gone' if the two are no longer friends */
export async function fetchConversation(
  friendId: string,
  part: { before: string } | { after: string } | null,
): Promise<Conversation | 'gone' | null> {
  try {
    const query = part === null ? '' : `?${new URLSearchParams(part).toString()}`;
    const response = await fetch(urlForConversation(friendId) + query, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) return 'gone';
    return response.ok ? ((await response.json()) as Conversation) : null;
  } catch {
    return null;
  }
}

/** Sends a message. @returns null if the request failed: the message may have arrived, and a retry with the same client id is safe */
export async function sendMessage(friendId: string, text: string, clientId: string): Promise<SendMessageResult | null> {
  try {
    return await postForm<SendMessageResult>(urlForConversation(friendId), { text: toSentText(text), clientId });
  } catch {
    return null;
  }
}

/** Sends the read position. @returns whether the server stored it */
export async function sendReadReceipt(friendId: string, id: string): Promise<boolean> {
  try {
    return (await postForm<{ ok: boolean }>(`${urlForConversation(friendId)}/read`, { id })).ok;
  } catch {
    return false;
  }
}

/** Sends a typing signal. A failure does not matter. */
export async function sendTyping(friendId: string): Promise<void> {
  await postForm(`${urlForConversation(friendId)}/typing`, {}).catch(() => null);
}

/** Reports a message or a player. @returns null if the request failed */
export async function sendReport(target: ReportTarget, reason: ReportReason, description: string): Promise<PlayerReportResult | null> {
  try {
    return await postForm<PlayerReportResult>('/chat/reports', { ...target, reason, description });
  } catch {
    return null;
  }
}
