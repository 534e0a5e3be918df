import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { isSentByScript, subscribe } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SubscribeBox } from '../ui/subscribe-box.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/subscribe.ts';
import '../ui/newsletter.css';

export const handle = { params: ['view'], isShared: true } as const satisfies PageHandle;

/** The form on a page of its own: for browsers without JavaScript after submitting, and for old links. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => ({
  isSent: query.get('view') === 'sent',
  closed: await getClosedNotice(reqCtx.ctx, 'newsletter'),
  origin: reqCtx.ctx.config.origin,
}));

/** POST with `email`: emails a confirmation link. Returns SubscribeResult; redirects browsers without JavaScript. */
export const action = formAction({ echo: ['email'], describe: () => texts.box.failed }, async ({ reqCtx, fields }) => {
  const answer = await subscribe(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo.address);
  if (answer.ok && !isSentByScript(fields)) return redirect('/newsletter?view=sent', 303);
  return data(answer, { status: answer.ok ? 200 : answer.code === 'switched-off' ? 503 : 400 });
});

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/newsletter', title: texts.confirm.metaTitle, description: texts.box.lead });
}

export default function SubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap section newsletter-page">
      <SubscribeBox level={1} isSent={loaderData.isSent} closed={loaderData.closed} initialAnswer={actionData} />
    </div>
  );
}
