import { resourceLoader, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { can } from '../../../shared/permissions.ts';
import type { FlashMessage } from '../../accounts/schema.ts';
import { changeAssignment, watchCaseStatus } from '../service.server.ts';
import type { Route } from './+types/assignment.ts';

export const handle = { params: ['kind', 'subjectId'], isShared: false } as const satisfies PageHandle;

/**
 * GET with `kind` and `subjectId` returns `{ status: CaseStatus }`, for open pages of the case; nothing (204) for everybody but the team, as
 * /moderation/counts does.
 */
export const loader = resourceLoader(handle, async ({ reqCtx, query }) => {
  if (!can(reqCtx.actor, 'case:list')) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  const key = { kind: query.get('kind') ?? '', subjectId: query.get('subjectId') ?? '' };
  return Response.json({ status: await watchCaseStatus(reqCtx.ctx, reqCtx.actor, key) }, { headers: { 'cache-control': 'no-store' } });
});

/** POST with `kind`, `subjectId`, `do` = take | take-over | hand-on | leave, `to` for handing on, and `returnUrl`. Returns `action`. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async (fields): Promise<object> => {
    try {
      const result = await changeAssignment(reqCtx.ctx, reqCtx.actor, fields);
      return result.action === 'hand-on' ? { ...result, news: 'case-handed-on' satisfies FlashMessage } : result;
    } catch (error) {
      if (fields['returnUrl'] === undefined || !(error instanceof AppError && error.code === 'not-available')) throw error;
      return { news: 'case-not-taken' satisfies FlashMessage };
    }
  });
}
