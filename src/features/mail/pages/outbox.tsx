import { pageLoader } from '../../../request/page-loader.ts';
import { listOutbox } from '../service.server.ts';
import { texts } from '../texts.ts';
import { OutboxList } from '../ui/outbox-list.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/outbox.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }) => {
  const mails = await listOutbox(reqCtx.ctx, reqCtx.actor);
  return { mails: mails.map(({ name, at, to, subject }) => ({ name, at, to, subject })) };
});

export function meta() {
  return [{ title: texts.outbox.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  return <OutboxList mails={loaderData.mails} />;
}
