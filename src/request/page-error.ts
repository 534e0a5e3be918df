import { data } from 'react-router';
import { actorId } from '../infra/security-log.ts';
import { AppError, type AppErrorCode } from '../shared/app-error.ts';
import { isTeamPermission } from '../shared/team-permissions.ts';
import type { RequestContext } from './request-context.ts';

/** The data of an error page. */
export type PageErrorData = { code: AppErrorCode | 'bug'; requestId: string };

/**
 * Turns an error of a service into the error that a page's loader throws. An AppError keeps its status; a slow or unreachable database
 * becomes 503, anything else 500. The cause of both is logged with the request's id.
 */
export function pageError(reqCtx: Parameters<typeof classifyError>[0], error: unknown): ReturnType<typeof data<PageErrorData>> {
  const { code, status } = classifyError(reqCtx, error);
  return data({ code, requestId: reqCtx.requestId }, { status });
}

/**
 * The same, for responses that are not pages. A refusal goes into the security log, if the request has an actor: so this is called once for
 * each error.
 */
export function classifyError(
  reqCtx: Pick<RequestContext, 'ctx' | 'requestId'> & Partial<Pick<RequestContext, 'actor' | 'noteDatabaseFailure'>>,
  error: unknown,
): { code: PageErrorData['code']; status: number; detail: string | null; isDatabaseFailure: boolean } {
  if (error instanceof AppError) {
    logRefusal(reqCtx, error);
    return { code: error.code, status: error.status, detail: error.message, isDatabaseFailure: false };
  }
  reqCtx.ctx.log.error({ requestId: reqCtx.requestId, err: error }, 'request failed');
  const isDatabaseFailure = isDatabaseUnavailable(error);
  if (isDatabaseFailure) reqCtx.noteDatabaseFailure?.();
  return { ...(isDatabaseFailure ? { code: 'unavailable', status: 503 } : { code: 'bug', status: 500 }), detail: null, isDatabaseFailure };
}

function logRefusal({ ctx, requestId, actor }: Parameters<typeof classifyError>[0], { code, subject }: AppError): void {
  if (actor === undefined) return;
  const { permission, field = 'request' } = subject;
  // Visitors come to the pages of players every day, and are asked to sign in. They have no business on the team's pages.
  if (permission !== undefined && (actor.kind !== 'visitor' || isTeamPermission(permission)))
    ctx.logSecurity('authz_fail', [actorId(actor), permission], { requestId });
  if (code === 'bad-input') ctx.logSecurity('input_validation_fail', [field, actorId(actor)], { requestId });
}

/** No connection, or no answer in time: a retry may work in a moment. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  const isTimeout = /timeout|Connection terminated|not queryable|connection has been discarded|Cannot use a pool after/i.test(
    error.message,
  );
  // 57014: statement timeout; 57P01-3: shutting down; 53xxx: no resources; 08xxx: connection.
  return isTimeout || (typeof code === 'string' && /^(57|53|08|ECONN|EPIPE|ENOTFOUND|EAI_)/.test(code));
}
