import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { decideCase, getCaseStatus } from '../../../case-queue/service.server.ts';
import { CaseBar } from '../../../case-queue/ui/case-bar.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { holdCase } from '../../cases/service.server.ts';
import { listGroupsOfPlayer } from '../../groups/service.server.ts';
import { GroupsOfPlayer } from '../../groups/ui/groups-of-player.tsx';
import { HelpRequestsOfPlayer } from '../../help-requests/ui/help-request-item.tsx';
import { listHelpRequestsOfPlayer } from '../../help-requests/service.server.ts';
import { addNote, getPlayerRecord } from '../../player-record/service.server.ts';
import { PlayerRecordSections } from '../../player-record/ui/player-record.tsx';
import { moderatePlayer, getPlayerCase } from '../service.server.ts';
import type { HoldResult } from '../../cases/schema.ts';
import type { NoteResult } from '../../player-record/schema.ts';
import type { PlayerActionResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { PlayerCaseView } from '../ui/player-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One reported player: reports, sanctions, the possible actions, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/players/${params.id}`)}`);
  const isOperator = reqCtx.viewer.role === 'operator';
  const view = await getPlayerCase(reqCtx.ctx, reqCtx.actor, params.id);
  const [helpRequests, groups, record, status] = await Promise.all([
    listHelpRequestsOfPlayer(reqCtx.ctx, reqCtx.actor, view.player.id),
    listGroupsOfPlayer(reqCtx.ctx, reqCtx.actor, view.player.id),
    getPlayerRecord(reqCtx.ctx, reqCtx.actor, view.player.id),
    getCaseStatus(reqCtx.ctx, reqCtx.actor, { kind: 'player', subjectId: view.player.id }),
  ]);
  return { view, helpRequests, groups, record, status, isOperator };
});

/**
 * POST with `action`, `note`, `why`, `seen` and `asOf`, of a ban also `code` or `password`: opens the next case, or returns PlayerActionResult. Or with `do` and `reason`: returns
 * HoldResult. Or with `do` (note) and `text`: returns NoteResult.
 */
export const action = formAction(
  {
    echo: ['why', 'note', 'do', 'reason', 'text'],
    describe: (code) => (code === 'not-available' ? teamTexts.conflict : teamTexts.failed.text),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    if (fields['do'] !== undefined) {
      const run = fields['do'] === 'note' ? addNote : holdCase;
      const done = await run(reqCtx.ctx, reqCtx.actor, params.id, fields);
      return done.ok ? done : data(done, { status: 400 });
    }
    const { result, nextUrl } = await decideCase(reqCtx.ctx, reqCtx.actor, { kind: 'player', subjectId: params.id }, () =>
      moderatePlayer(reqCtx.ctx, reqCtx.actor, params.id, fields, reqCtx.clientInfo),
    );
    if (nextUrl !== null) return redirect(nextUrl);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PersonCasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { helpRequests, groups, record, status, ...rest } = loaderData;
  const isNote =
    actionData !== undefined && (actionData.ok ? 'do' in actionData && actionData.do === 'note' : actionData.values['do'] === 'note');
  const bar = status && <CaseBar caseKey={{ kind: 'player', subjectId: rest.view.player.id }} status={status} />;
  return (
    <PlayerCaseView
      {...rest}
      bar={bar}
      helpRequests={<HelpRequestsOfPlayer requests={helpRequests} />}
      groups={<GroupsOfPlayer groups={groups} />}
      record={record && <PlayerRecordSections record={record} answer={isNote ? (actionData as NoteResult) : undefined} />}
      answer={isNote ? undefined : (actionData as PlayerActionResult | HoldResult | undefined)}
    />
  );
}
