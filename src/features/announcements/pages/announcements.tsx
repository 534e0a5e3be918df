import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ANNOUNCEMENT_FIELDS, ANNOUNCEMENTS_PATH } from '../schema.ts';
import { changeAnnouncement, listAnnouncements } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AnnouncementsPage } from '../ui/announcements-page.tsx';
import type { Route } from './+types/announcements.ts';

export const handle = { params: ['edit', 'after'], isShared: true } as const satisfies PageHandle;

/** What is announced, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(ANNOUNCEMENTS_PATH)}`);
  const after = query.get('after');
  return { view: await listAnnouncements(reqCtx.ctx, reqCtx.actor, { editId: query.get('edit'), after }), isFirst: after === null };
});

/** POST with `do`, and the fields of the form or `id` and `note`. Returns AnnouncementResult. */
export const action = formAction(
  { echo: ['do', ...ANNOUNCEMENT_FIELDS], describe: (code) => (code === 'unavailable' ? texts.filterDown : texts.failed) },
  async ({ reqCtx, fields }) => {
    const result = await changeAnnouncement(reqCtx.ctx, reqCtx.actor, fields);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorAnnouncementsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AnnouncementsPage {...loaderData} answer={actionData} />;
}
