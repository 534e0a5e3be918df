import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { moderateGame, getGameCase } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameCaseView } from '../ui/game-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One reported game: its reports, the possible actions, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/games/${params.id}`)}`);
  return { view: await getGameCase(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with `action`, `note` and `seen`. Returns ModerationResult. */
export const action = formAction(
  {
    echo: ['note'],
    describe: (code) => (code === 'not-available' ? texts.conflict : texts.failed.text),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await moderateGame(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  return <GameCaseView view={loaderData.view} answer={actionData} />;
}
