import type { MessageState, MessageFilter } from './schema.ts';
import { MESSAGE_STATES } from './schema.ts';

export const MESSAGES_PAGE_SIZE = 20;
/** Answers and log entries shown of one message. */
export const ANSWERS_LIMIT = 50;

/** What the list shows, as it stands in an address; what is unknown counts as not given. */
export function parseMessageFilter(given: string | null): MessageFilter {
  return ([...MESSAGE_STATES, 'all'] as const).find((each) => each === given) ?? 'open';
}

/** What can be done with a message: who wrote can be answered again until it is closed. */
export function getAllowedActions(state: MessageState): { answer: boolean; close: boolean } {
  return { answer: state !== 'closed', close: state !== 'closed' };
}
