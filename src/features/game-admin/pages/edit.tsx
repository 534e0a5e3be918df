import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { urlForEditing } from '../schema.ts';
import { getGameForEdit } from '../service.server.ts';
import { changeGame } from '../editing.service.server.ts';
import { changeCover, replaceFiles } from '../uploads.service.server.ts';
import { texts } from '../texts.ts';
import { EditPage } from '../ui/edit-page.tsx';
import type { Route } from './+types/edit.ts';
import { uploadAction } from './upload-action.ts';

export const handle = { params: ['added'], isShared: true } as const satisfies PageHandle;

/** One game, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForEditing(params.id))}`);
  return { view: await getGameForEdit(reqCtx.ctx, reqCtx.actor, params.id), isAdded: query.has('added') };
});

/** POST with `do`, `note` and what the form has. Returns GameActionResult. */
export const action = uploadAction(async ({ reqCtx: { ctx, actor, clientInfo }, ...posted }, { params }: Route.ActionArgs) => {
  const { do: what } = posted.fields;
  if (what === 'files') return replaceFiles(ctx, actor, params.id, posted);
  if (what === 'cover') return changeCover(ctx, actor, params.id, posted);
  return changeGame(ctx, actor, params.id, posted.fields, clientInfo);
});

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData ? texts.editMetaTitle(loaderData.view.game.title) : texts.metaTitle },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function EditGame({ loaderData, actionData }: Route.ComponentProps) {
  return <EditPage {...loaderData} answer={actionData} />;
}
