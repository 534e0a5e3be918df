import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { texts as teamTexts } from '../../texts.ts';
import { holdCase } from '../../cases/service.server.ts';
import { HelpRequestsOfPlayer } from '../../help-requests/ui/help-request-item.tsx';
import { listHelpRequestsOfPlayer } from '../../help-requests/service.server.ts';
import { moderatePlayer, getPlayerCase } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerCaseView } from '../ui/player-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One reported player: reports, sanctions, the possible actions, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/players/${params.id}`)}`);
  const isOperator = reqCtx.viewer.role === 'operator';
  const view = await getPlayerCase(reqCtx.ctx, reqCtx.actor, params.id);
  return { view, helpRequests: await listHelpRequestsOfPlayer(reqCtx.ctx, reqCtx.actor, view.player.id), isOperator };
});

/** POST with `action`, `note`, `why`, `seen` and `asOf`, or with `do` and `reason`. Returns PlayerActionResult or HoldResult. */
export const action = formAction(
  {
    echo: ['why', 'note', 'do', 'reason'],
    describe: (code) => (code === 'not-available' ? teamTexts.conflict : teamTexts.failed.text),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result =
      fields['do'] === undefined
        ? await moderatePlayer(reqCtx.ctx, reqCtx.actor, params.id, fields)
        : await holdCase(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PersonCasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { helpRequests, ...rest } = loaderData;
  return <PlayerCaseView {...rest} helpRequests={<HelpRequestsOfPlayer requests={helpRequests} />} answer={actionData} />;
}
