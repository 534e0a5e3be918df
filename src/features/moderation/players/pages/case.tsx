import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { pageLoader } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { texts as teamTexts } from '../../texts.ts';
import { moderatePlayer, getPlayerCase } from '../service.server.ts';
import type { PlayerActionResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { PlayerCaseView } from '../ui/player-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One reported player: reports, sanctions, the possible actions, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/players/${params.id}`)}`);
  const isOperator = reqCtx.viewer.role === 'operator';
  return { view: await getPlayerCase(reqCtx.ctx, reqCtx.actor, params.id), isOperator };
});

export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let [note, why] = ['', ''];
  try {
    const fields = await readForm(request);
    [note, why] = [fields['note'] ?? '', fields['why'] ?? ''];
    return { ok: true, action: await moderatePlayer(reqCtx.ctx, reqCtx.actor, params.id, fields) } satisfies PlayerActionResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-found' || code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const message = code === 'bad-input' ? texts.noteRequired : code === 'not-available' ? teamTexts.conflict : teamTexts.failed.text;
    return data<PlayerActionResult>({ ok: false, code, error: message, note, why }, { status });
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PersonCasePage({ loaderData, actionData }: Route.ComponentProps) {
  return <PlayerCaseView {...loaderData} answer={actionData} />;
}
