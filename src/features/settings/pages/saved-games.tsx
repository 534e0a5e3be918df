import { useEffect } from 'react';
import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { ActionResult } from '../../../shared/action-result.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { useSaveOwner } from '../../../web/save-owner.ts';
import type { ResultToast } from '../../accounts/schema.ts';
import { useActionResult } from '../../accounts/ui/use-action-result.ts';
import { SAVED_GAMES_PATH } from '../../games/saves/schema.ts';
import { changeSavedGame, listSavedGames } from '../../games/saves/service.server.ts';
import { forgetDeviceSave } from '../../games/saves/ui/device-saves.ts';
import { texts } from '../saved-games.texts.ts';
import { describeFailure } from '../texts.ts';
import { SavedGames } from '../ui/saved-games.tsx';
import type { Route } from './+types/saved-games.ts';

export const handle = { params: ['after'], isShared: false } as const satisfies PageHandle;

/** What games saved for the player; visitors are redirected to the login page and return afterwards. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(SAVED_GAMES_PATH)}`);
  const after = query.get('after');
  return { page: await listSavedGames(reqCtx.ctx, reqCtx.actor, after), isStart: after === null };
});

/** `deleted`: the game whose save was deleted. */
type SavedGamesResult = ActionResult<
  { action: string; toast: ResultToast; deleted: string | null },
  { action?: string; toast?: ResultToast }
>;

/** POST with `do`, `game` and `revision`. Returns SavedGamesResult. */
export const action = formAction(
  {
    echo: ['do'],
    describe: (code) => (code === 'not-available' ? texts.changed : describeFailure(code)),
    signInReturnPath: SAVED_GAMES_PATH,
  },
  async ({ reqCtx, fields }): Promise<SavedGamesResult> => {
    const { action: done } = await changeSavedGame(reqCtx.ctx, reqCtx.actor, fields);
    return {
      ok: true,
      action: done,
      toast: { ...texts.done[done], kind: 'good' },
      deleted: done === 'delete' ? (fields['game'] ?? null) : null,
    };
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function SavedGamesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionResult<SavedGamesResult>(actionData, { nameField: 'do', failureTitle: texts.failed });
  const deleted = answer?.ok === true ? answer.deleted : null;
  const owner = useSaveOwner();
  useEffect(() => {
    // Without a network this device would begin the game with it once more.
    if (deleted !== null) forgetDeviceSave(owner, deleted);
  }, [deleted, owner]);
  return <SavedGames {...loaderData} />;
}
