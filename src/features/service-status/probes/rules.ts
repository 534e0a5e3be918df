import type { CheckState } from '../schema.ts';

/** A mail that waits longer than this makes the part slow, or down, in minutes. */
const MAIL_SLOW_MINUTES = 10;
const MAIL_DOWN_MINUTES = 60;
/** So many mails that fail and wait may be the fault of their mailboxes. */
export const FAILING_MAILS_ALONE = 2;

/** What a probe knows besides whether it worked and how long it took; null: nothing. It may have errors to tell although it works. */
export type Finding = { state: CheckState; error: string } | null;

/** What the mails that wait say. @param oldest when the oldest that should have gone was due; null: none waits. @param lastError of a mail */
export function judgeMails(oldest: Date | null, lastError: string, now: Date): Finding {
  const minutes = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / 60_000);
  if (minutes < MAIL_SLOW_MINUTES) return lastError === '' ? null : { state: 'works', error: lastError };
  const error = `a mail has waited for ${minutes} minutes${lastError === '' ? '' : `: ${lastError}`}`;
  return { state: minutes < MAIL_DOWN_MINUTES ? 'slow' : 'down', error };
}

const ERROR_MAX = 300;

/** An error as operators read it: one line, without keys, passwords and addresses. */
export function toErrorText(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 3; each = each.cause) {
    const { code } = each as { code?: unknown };
    const text = typeof code === 'string' && !each.message.includes(code) ? `${each.message} (${code})` : each.message;
    // Some errors repeat their cause.
    if (!parts.some((part) => part.includes(text))) parts.push(text);
  }
  const text = parts.length === 0 ? String(error) : parts.join(': ');
  return text
    .replaceAll(/sk_(?:live|test)_\w+/g, 'sk_***')
    .replaceAll(/\/\/[^/\s@]+@/g, '//')
    .replaceAll(/[^\s<>@:/]+@[^\s<>@]+/g, '***')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MAX)
    .toWellFormed();
}
