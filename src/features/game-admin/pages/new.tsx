import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { authorize } from '../../../shared/permissions.ts';
import { NEW_GAME_PATH, urlForEditing } from '../schema.ts';
import { addGame } from '../uploads.service.server.ts';
import { texts } from '../texts.ts';
import { NewGamePage } from '../ui/new-game-page.tsx';
import type { Route } from './+types/new.ts';
import { uploadAction } from './upload-action.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The form that adds a game, for operators. */
export const loader = pageLoader(handle, ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(NEW_GAME_PATH)}`);
  authorize(reqCtx.actor, 'catalogue:edit');
  return null;
});

/** POST with `file` or `address`, `title` and `note`. Opens the page of the added game, or returns AddGameResult. */
export const action = uploadAction(async ({ reqCtx, ...posted }, _args: Route.ActionArgs) => {
  const result = await addGame(reqCtx.ctx, reqCtx.actor, posted);
  if (result.ok) throw redirect(`${urlForEditing(result.id)}?added=yes`);
  return result;
});

export function meta() {
  return [{ title: texts.newMetaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function NewGame({ actionData }: Route.ComponentProps) {
  return <NewGamePage answer={actionData} />;
}
