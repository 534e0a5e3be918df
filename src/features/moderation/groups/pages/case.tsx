import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { decideCase, getCaseStatus } from '../../../case-queue/service.server.ts';
import { CaseBar } from '../../../case-queue/ui/case-bar.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { decideAboutGroup, getGroupCase } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GroupCaseView } from '../ui/group-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One group: members, names, reports, what can be decided, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/groups/${params.id}`)}`);
  const view = await getGroupCase(reqCtx.ctx, reqCtx.actor, params.id);
  return { view, status: await getCaseStatus(reqCtx.ctx, reqCtx.actor, { kind: 'group', subjectId: params.id }) };
});

/** POST with `action` or `fault`, `note`, `seen` and `shown`. Opens the next case, or returns GroupDecisionResult. */
export const action = formAction(
  { echo: ['note'], describe: (code) => (code === 'not-available' ? teamTexts.conflict : teamTexts.failed.text) },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { result, nextUrl } = await decideCase(reqCtx.ctx, reqCtx.actor, { kind: 'group', subjectId: params.id }, () =>
      decideAboutGroup(reqCtx.ctx, reqCtx.actor, params.id, fields),
    );
    if (nextUrl !== null) return redirect(nextUrl);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function GroupCasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, status } = loaderData;
  const bar = status && <CaseBar caseKey={{ kind: 'group', subjectId: view.group.id }} status={status} />;
  return <GroupCaseView view={view} bar={bar} answer={actionData} />;
}
