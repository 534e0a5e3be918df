import { data, redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { moderateGame, getGameCase } from '../service.server.ts';
import type { ModerationResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { GameCaseView } from '../ui/game-case-view.tsx';
import type { Route } from './+types/case.ts';

/** One reported game: its reports, the possible actions, and the audit log. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/games/${params.id}`)}`);
  try {
    return { view: await getGameCase(reqCtx.ctx, reqCtx.actor, params.id) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let note = '';
  try {
    const fields = await readForm(request);
    note = fields['note'] ?? '';
    return { ok: true, action: await moderateGame(reqCtx.ctx, reqCtx.actor, params.id, fields) } satisfies ModerationResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-found' || code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const message = code === 'bad-input' ? texts.noteRequired : code === 'not-available' ? texts.conflict : texts.failed.text;
    return data<ModerationResult>({ ok: false, code, error: message, note }, { status });
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  return <GameCaseView view={loaderData.view} answer={actionData} />;
}
