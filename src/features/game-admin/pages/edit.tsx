import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { decideCase, getCaseStatus } from '../../case-queue/service.server.ts';
import type { CaseKey } from '../../case-queue/schema.ts';
import { CaseBar } from '../../case-queue/ui/case-bar.tsx';
import { getGameCheck, leaveHidden, requestCheck } from '../../game-checks/service.server.ts';
import { urlForEditing, type GameActionResult } from '../schema.ts';
import { getGameForEdit } from '../service.server.ts';
import { changeGame } from '../editing.service.server.ts';
import { changeCover, replaceFiles } from '../uploads.service.server.ts';
import { texts } from '../texts.ts';
import { EditPage } from '../ui/edit-page.tsx';
import type { Route } from './+types/edit.ts';
import { uploadAction, type UploadedForm } from './upload-action.ts';

export const handle = { params: ['added'], isShared: true } as const satisfies PageHandle;

/** One game, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForEditing(params.id))}`);
  const { ctx, actor } = reqCtx;
  const view = await getGameForEdit(ctx, actor, params.id);
  const [check, status] = await Promise.all([getGameCheck(ctx, actor, params.id), getCaseStatus(ctx, actor, toCaseKey(params.id))]);
  return { view, check, status, isAdded: query.has('added') };
});

/** POST with `do`, `note` and what the form has. Opens the next case if the game was one that the check has hidden, or returns GameActionResult. */
export const action = uploadAction(async (form, { params }: Route.ActionArgs) => {
  const { ctx, actor } = form.reqCtx;
  if (form.fields['do'] === 'open') return requestCheck(ctx, actor, params.id);
  const { result, nextUrl } = await decideCase(ctx, actor, toCaseKey(params.id), () => changeByForm(form, params.id));
  if (nextUrl !== null) throw redirect(nextUrl);
  return result;
});

async function changeByForm({ reqCtx: { ctx, actor, clientInfo }, ...posted }: UploadedForm, id: string): Promise<GameActionResult> {
  switch (posted.fields['do']) {
    case 'files':
      return replaceFiles(ctx, actor, id, posted);
    case 'cover':
      return changeCover(ctx, actor, id, posted);
    case 'leave-hidden':
      return leaveHidden(ctx, actor, id, posted.fields);
    default:
      return changeGame(ctx, actor, id, posted.fields, clientInfo);
  }
}

function toCaseKey(gameId: string): CaseKey {
  return { kind: 'broken-game', subjectId: gameId };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData ? texts.editMetaTitle(loaderData.view.game.title) : texts.metaTitle },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function EditGame({ loaderData, actionData }: Route.ComponentProps) {
  const { status, ...page } = loaderData;
  const bar = status && <CaseBar caseKey={toCaseKey(page.view.game.id)} status={status} />;
  return <EditPage {...page} bar={bar} answer={actionData} />;
}
