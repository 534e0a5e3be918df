import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { CONTACT_FIELDS } from '../schema.ts';
import { sendMessage, getContactView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Contact } from '../ui/contact.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/contact.ts';

export const handle = { params: ['view'], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx, query }) => ({
  view: await getContactView(reqCtx.ctx, reqCtx.actor),
  isSent: query.get('view') === 'sent',
  origin: reqCtx.ctx.config.origin,
}));

/** POST with name, email, subject and message. Returns ContactResult if it was not sent. */
export const action = formAction(
  // A child who asks for help may write here: that is never refused.
  { echo: CONTACT_FIELDS, describe: (code) => (code === 'too-many-requests' ? texts.slow : texts.failed), goesOnReadOnly: true },
  async ({ reqCtx, fields }) => {
    const answer = await sendMessage(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo.address);
    if (answer.ok) {
      const news = answer.help?.isTeamNotified ? 'help-notified' : 'help-wrote';
      return redirect(answer.help ? `${GET_HELP_PATH}?news=${news}` : '/contact?view=sent', 303);
    }
    return data(answer, { status: answer.code === 'bad-input' ? 400 : 429 });
  },
);

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/contact', title: texts.metaTitle, description: texts.metaDescription });
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Contact view={loaderData.view} isSent={loaderData.isSent} answer={actionData} />;
}
