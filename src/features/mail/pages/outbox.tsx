import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { listOutbox } from '../service.server.ts';
import { texts } from '../texts.ts';
import { OutboxList } from '../ui/outbox-list.tsx';
import type { Route } from './+types/outbox.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const mails = await listOutbox(reqCtx.ctx, reqCtx.actor);
    return { mails: mails.map(({ name, at, to, subject }) => ({ name, at, to, subject })) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.outbox.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  return <OutboxList mails={loaderData.mails} />;
}
