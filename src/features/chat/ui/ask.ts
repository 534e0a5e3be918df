import { postForm } from '../../../web/post-form.ts';
import type { Conversation, ReportReason, SendAnswer } from '../schema.ts';

/** Whoever waits longer than this for messages is told that it failed, in milliseconds. */
const WAIT_MS = 15_000;

/** What a report answers. */
export type ReportAnswer = { ok: true } | { ok: false; code: string; requestId: string };

/** Who is reported, and for which of their messages, if it is about one. */
export type Reported = { playerId: string; messageId?: string };

/** Where a conversation is spoken. */
export function addressOf(friendId: string): string {
  return `/chat/${encodeURIComponent(friendId)}`;
}

/** A part of a conversation; null when there is no answer, 'gone' when the two are friends no more. */
export async function askConversation(
  friendId: string,
  part: { before: string } | { after: string } | null,
): Promise<Conversation | 'gone' | null> {
  try {
    const query = part === null ? '' : `?${new URLSearchParams(part).toString()}`;
    const response = await fetch(addressOf(friendId) + query, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (response.status === 404) return 'gone';
    return response.ok ? ((await response.json()) as Conversation) : null;
  } catch {
    return null;
  }
}

/** Sends a message, or gives null when there is no answer: then it may have arrived, and can be sent again as the same. */
export async function sendMessage(friendId: string, text: string, clientId: string): Promise<SendAnswer | null> {
  try {
    return await postForm<SendAnswer>(addressOf(friendId), { text, clientId });
  } catch {
    return null;
  }
}

/** Says that everything up to a message was read. @returns whether the server knows. */
export async function sendRead(friendId: string, id: string): Promise<boolean> {
  try {
    return (await postForm<{ ok: boolean }>(`${addressOf(friendId)}/read`, { id })).ok;
  } catch {
    return false;
  }
}

/** Says that somebody types. Nothing is lost when it does not arrive. */
export async function sendTyping(friendId: string): Promise<void> {
  await postForm(`${addressOf(friendId)}/typing`, {}).catch(() => null);
}

/** Reports a message or a player, or gives null when there is no answer. */
export async function sendReport(reported: Reported, reason: ReportReason, description: string): Promise<ReportAnswer | null> {
  try {
    return await postForm<ReportAnswer>('/chat/reports', { ...reported, reason, description });
  } catch {
    return null;
  }
}
