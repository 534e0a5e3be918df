import { isTooLong } from '../messages.rules.ts';
import { rejectionTexts, texts } from '../texts.ts';
import type { SendMessageError } from './use-outgoing-messages.ts';

/** Why a message, as it was typed, was rejected. Null for what the composer shows: a mute, that the friend's age is not known, and what the two can write. */
export function rejectionText(text: string, error: SendMessageError): string | null {
  const { refused } = texts;
  const { category, isTogether, mute, code } = error;
  // The text for the category speaks of this message, in which there may be nothing but three figures.
  if (isTogether) return refused.together;
  if (category !== undefined) return rejectionTexts[category] ?? refused.other;
  if (mute || code === 'age-unknown' || code === 'closed') return null;
  if (code === 'too-many-requests') return refused.slow;
  if (code === 'too-large' || (code === 'bad-input' && isTooLong(text.trim()))) return refused.long;
  if (code === 'not-found' || code === 'not-allowed') return refused.notFriends;
  if (code === 'not-available') return refused.off;
  return code === 'sign-in-required' ? refused.signIn : refused.other;
}
