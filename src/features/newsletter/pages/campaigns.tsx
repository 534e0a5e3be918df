import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { startCampaign, getCampaignsView } from '../campaigns/service.server.ts';
import { texts } from '../campaigns/texts.ts';
import { CampaignList } from '../campaigns/ui/campaign-list.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/campaigns.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The blog posts that can be emailed to newsletter readers. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fnewsletter');
  return getCampaignsView(reqCtx.ctx, reqCtx.actor);
});

/** POST with the `post` to send. Returns CampaignResult. */
export const action = formAction(
  { describe: (code) => (code === 'switched-off' ? texts.failedSwitchedOff : texts.failed) },
  ({ reqCtx, fields }) => startCampaign(reqCtx.ctx, reqCtx.actor, fields),
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminLayout page="newsletter" title={texts.title} lead={texts.lead(loaderData.readers)} isLeadStatus>
      <CampaignList view={loaderData} answer={actionData} />
    </AdminLayout>
  );
}
