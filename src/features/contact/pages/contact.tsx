import { data, redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { CONTACT_FIELDS, type ContactResult, type ContactFields } from '../schema.ts';
import { sendMessage, getContactView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Contact } from '../ui/contact.tsx';
import type { Route } from './+types/contact.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const isSent = new URL(request.url).searchParams.get('view') === 'sent';
    return { view: await getContactView(reqCtx.ctx, reqCtx.actor), isSent, origin: reqCtx.ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with name, email, subject and message. On errors, the response contains the submitted values. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let values: ContactFields = { name: '', email: '', subject: '', message: '' };
  try {
    const fields = await readForm(request);
    values = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, fields[name] ?? ''])) as ContactFields;
    const answer = await sendMessage(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo.address);
    if (answer === null) return redirect('/contact?view=sent', 303);
    return data<ContactResult>(answer, { status: answer.error === null ? 400 : 429 });
  } catch (error) {
    const { status } = classifyError(reqCtx, error);
    return data<ContactResult>({ fieldErrors: {}, error: texts.failed, values }, { status });
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/contact', title: texts.metaTitle, description: texts.metaDescription });
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Contact view={loaderData.view} isSent={loaderData.isSent} answer={actionData} />;
}
