import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import type { CampaignResult } from '../schema.ts';
import { startCampaign, getCampaignsView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { CampaignList } from '../ui/campaign-list.tsx';
import type { Route } from './+types/campaigns.ts';

/** The blog posts that can be emailed to newsletter readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fnewsletter');
  try {
    return await getCampaignsView(reqCtx.ctx, reqCtx.actor);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with the `post` to send. Returns CampaignResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const slug = (await readForm(request))['post'] ?? '';
    await startCampaign(reqCtx.ctx, reqCtx.actor, slug);
    return { ok: true, slug } satisfies CampaignResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    return data<CampaignResult>({ ok: false, error: texts.failed }, { status });
  }
}

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
