import { data } from 'react-router';
import { Refusal, type RefusalCode } from '../shared/refusal.ts';
import type { Site } from './site-context.ts';

/** What an error page gets to know. */
export type PageErrorData = { code: RefusalCode | 'bug'; requestId: string };

/**
 * Turns what a service threw into what a page's loader throws: a Refusal keeps its status; a database that is slow
 * or away becomes 503, anything else 500, both with their cause in the log under the request's id.
 */
export function pageError(site: Pick<Site, 'ctx' | 'requestId'>, error: unknown): ReturnType<typeof data<PageErrorData>> {
  const { code, status } = codeOf(site, error);
  return data({ code, requestId: site.requestId }, { status });
}

/** The same for answers that are not pages. */
export function codeOf(
  site: Pick<Site, 'ctx' | 'requestId'>,
  error: unknown,
): { code: PageErrorData['code']; status: number; detail: string | null } {
  if (error instanceof Refusal) return { code: error.code, status: error.status, detail: error.message };
  site.ctx.log.error({ requestId: site.requestId, err: error }, 'request failed');
  return isDatabaseTrouble(error) ? { code: 'unavailable', status: 503, detail: null } : { code: 'bug', status: 500, detail: null };
}

/** No connection, or no answer in time: it may work in a moment. */
function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  const waiting = /timeout|Connection terminated|Cannot use a pool after/i.test(error.message);
  // 57014: statement timeout; 57P01-3: shutting down; 53xxx: no resources; 08xxx: connection.
  return waiting || (typeof code === 'string' && /^(57|53|08|ECONN|EPIPE|ENOTFOUND|EAI_)/.test(code));
}
