import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { texts as teamTexts } from '../../texts.ts';
import { decideAboutPerson, viewPersonCase } from '../service.server.ts';
import type { PersonAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { PersonCaseView } from '../ui/person-case.tsx';
import type { Route } from './+types/case.ts';

/** One reported player: what was reported, what holds, what can be done, what was done. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/players/${params.id}`)}`);
  try {
    const isOperator = reqCtx.viewer.role === 'operator';
    return { view: await viewPersonCase(reqCtx.ctx, reqCtx.actor, params.id), isOperator };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let [note, why] = ['', ''];
  try {
    const fields = await readForm(request);
    [note, why] = [fields['note'] ?? '', fields['why'] ?? ''];
    return { ok: true, action: await decideAboutPerson(reqCtx.ctx, reqCtx.actor, params.id, fields) } satisfies PersonAnswer;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-found' || code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const fault = code === 'bad-input' ? texts.noteNeeded : code === 'not-available' ? teamTexts.tooLate : teamTexts.failed.text;
    return data<PersonAnswer>({ ok: false, code, fault, note, why }, { status });
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PersonCasePage({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonCaseView {...loaderData} answer={actionData} />;
}
