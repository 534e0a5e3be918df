import { pageLoader } from '../../../request/page-loader.ts';
import { getOutboxMail } from '../service.server.ts';
import { texts } from '../texts.ts';
import { OutboxMail } from '../ui/outbox-mail.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/outbox-mail.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  mail: await getOutboxMail(reqCtx.ctx, reqCtx.actor, params.name),
}));

export function meta() {
  return [{ title: texts.outbox.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  return <OutboxMail mail={loaderData.mail} />;
}
