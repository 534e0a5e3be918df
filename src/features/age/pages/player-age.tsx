import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { changePlayerAge, getPlayerAge } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerAgePage } from '../ui/player-age-page.tsx';
import type { Route } from './+types/player-age.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** A player's age, for the team. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/players/${params.id}/age`)}`);
  return { view: await getPlayerAge(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with `do`, `note`, and to correct `month` and `year`. Returns PlayerAgeResult. */
export const action = formAction(
  {
    echo: ['do', 'note', 'month', 'year'],
    describe: (code) => (code === 'not-available' ? texts.team.failed.gone : texts.team.failed.text),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await changePlayerAge(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.team.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PlayerAge({ loaderData, actionData }: Route.ComponentProps) {
  return <PlayerAgePage view={loaderData.view} answer={actionData} />;
}
