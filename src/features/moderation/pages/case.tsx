import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { decideCase, getCaseStatus } from '../../case-queue/service.server.ts';
import { CaseBar } from '../../case-queue/ui/case-bar.tsx';
import { moderateGame, getGameCase } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameCaseView } from '../ui/game-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One reported game: its reports, the possible actions, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/games/${params.id}`)}`);
  const view = await getGameCase(reqCtx.ctx, reqCtx.actor, params.id);
  return { view, status: await getCaseStatus(reqCtx.ctx, reqCtx.actor, { kind: 'game', subjectId: params.id }) };
});

/** POST with `action`, `note` and `seen`. Opens the next case, or returns ModerationResult. */
export const action = formAction(
  {
    echo: ['note'],
    describe: (code) => (code === 'not-available' ? texts.conflict : texts.failed.text),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { result, nextUrl } = await decideCase(reqCtx.ctx, reqCtx.actor, { kind: 'game', subjectId: params.id }, () =>
      moderateGame(reqCtx.ctx, reqCtx.actor, params.id, fields),
    );
    if (nextUrl !== null) return redirect(nextUrl);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, status } = loaderData;
  const bar = status && <CaseBar caseKey={{ kind: 'game', subjectId: view.game.id }} status={status} />;
  return <GameCaseView view={view} bar={bar} answer={actionData} />;
}
