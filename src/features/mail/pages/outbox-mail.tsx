import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { getOutboxMail } from '../service.server.ts';
import { texts } from '../texts.ts';
import { OutboxMail } from '../ui/outbox-mail.tsx';
import type { Route } from './+types/outbox-mail.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { mail: await getOutboxMail(reqCtx.ctx, reqCtx.actor, params.name) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.outbox.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  return <OutboxMail mail={loaderData.mail} />;
}
