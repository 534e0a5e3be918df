import type { MessageState, MessageFilter } from './schema.ts';
import { MESSAGE_STATES } from './schema.ts';

export const MESSAGES_PAGE_SIZE = 20;
/** Maximum number of answers and log entries shown for one message. */
export const ANSWERS_LIMIT = 50;

/** The filter from a query parameter; unknown values count as missing. */
export function parseMessageFilter(given: string | null): MessageFilter {
  return ([...MESSAGE_STATES, 'all'] as const).find((each) => each === given) ?? 'open';
}

/** The actions a message allows: it can be answered repeatedly until it is closed. */
export function getAllowedActions(state: MessageState): { answer: boolean; close: boolean } {
  return { answer: state !== 'closed', close: state !== 'closed' };
}

/** Accounts shown of one guardian's address: one guardian has six children at most. */
export const ACCOUNTS_LIMIT = 10;
