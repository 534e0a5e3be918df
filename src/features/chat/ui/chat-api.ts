import { postForm } from '../../../web/post-form.ts';
import type { Conversation, ReportReason, SendMessageResponse } from '../schema.ts';

/** Whoever waits longer than this for messages is told that it failed, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** What a report answers. */
export type ReportResponse = { ok: true } | { ok: false; code: string; requestId: string };

/** Who is reported, and for which of their messages, if it is about one. */
export type ReportTarget = { playerId: string; messageId?: string };

/** Where a conversation is spoken. */
export function urlForConversation(friendId: string): string {
  return `/chat/${encodeURIComponent(friendId)}`;
}

/** A part of a conversation; null when there is no answer, 'gone' when the two are friends no more. */
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

/** Sends a message, or gives null when there is no answer: then it may have arrived, and can be sent again as the same. */
export async function sendMessage(friendId: string, text: string, clientId: string): Promise<SendMessageResponse | null> {
  try {
    return await postForm<SendMessageResponse>(urlForConversation(friendId), { text, clientId });
  } catch {
    return null;
  }
}

/** Says that everything up to a message was read. @returns whether the server knows. */
export async function sendReadReceipt(friendId: string, id: string): Promise<boolean> {
  try {
    return (await postForm<{ ok: boolean }>(`${urlForConversation(friendId)}/read`, { id })).ok;
  } catch {
    return false;
  }
}

/** Says that somebody types. Nothing is lost when it does not arrive. */
export async function sendTyping(friendId: string): Promise<void> {
  await postForm(`${urlForConversation(friendId)}/typing`, {}).catch(() => null);
}

/** Reports a message or a player, or gives null when there is no answer. */
export async function sendReport(target: ReportTarget, reason: ReportReason, description: string): Promise<ReportResponse | null> {
  try {
    return await postForm<ReportResponse>('/chat/reports', { ...target, reason, description });
  } catch {
    return null;
  }
}
