import { data, redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import type { SubscribeResult } from '../schema.ts';
import { subscribe } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SubscribeBox } from '../ui/subscribe-box.tsx';
import type { Route } from './+types/subscribe.ts';
import '../ui/newsletter.css';

/** The form on a page of its own: for browsers without JavaScript after submitting, and for old links. */
export function loader({ request, context }: Route.LoaderArgs) {
  return { isSent: new URL(request.url).searchParams.get('view') === 'sent', origin: context.get(requestContext).ctx.config.origin };
}

/** POST with `email`: emails a confirmation link. Returns SubscribeResult; redirects browsers without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let value = '';
  try {
    const fields = await readForm(request);
    value = fields['email'] ?? '';
    const answer = await subscribe(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo.address);
    if (answer.ok && !fields['script']) return redirect('/newsletter?view=sent', 303);
    return data<SubscribeResult>(answer, { status: answer.ok ? 200 : 400 });
  } catch (error) {
    const { status } = classifyError(reqCtx, error);
    return data<SubscribeResult>({ ok: false, error: texts.box.failed, value }, { status });
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/newsletter', title: texts.confirm.metaTitle, description: texts.box.lead });
}

export default function SubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap section newsletter-page">
      <SubscribeBox level={1} isSent={loaderData.isSent} initialAnswer={actionData} />
    </div>
  );
}
