import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { countOpenMessages } from '../../contact/admin/service.server.ts';
import { MessagesLink } from '../../contact/admin/ui/messages-link.tsx';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { CatalogLinks } from '../../admin/ui/catalog-links.tsx';
import { PlayerLookupForm } from '../../subscriptions/admin/ui/player-lookup-form.tsx';
import { listFlaggedPayments } from '../../subscriptions/admin/service.server.ts';
import { FlaggedPaymentsLink } from '../../subscriptions/admin/ui/flagged-payments-link.tsx';
import { getRiskCaseFigures } from '../../risk-scoring/service.server.ts';
import { RiskCaseFigures } from '../ui/risk-case-figures.tsx';
import { chatToggleTexts as texts } from '../players/texts.ts';
import { texts as teamTexts } from '../texts.ts';
import { ChatToggle } from '../feature-flags/ui/chat-toggle.tsx';
import { setChatEnabled, getFeatureFlags } from '../feature-flags/service.server.ts';
import type { Route } from './+types/operator.ts';
import '../../admin/ui/admin.css';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The operator overview: queues, the link to players' payments, and the site-wide feature flags. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator');
  const [featureFlags, messages, failingPayments, riskCases] = await Promise.all([
    getFeatureFlags(reqCtx.ctx, reqCtx.actor),
    countOpenMessages(reqCtx.ctx, reqCtx.actor),
    listFlaggedPayments(reqCtx.ctx, reqCtx.actor),
    getRiskCaseFigures(reqCtx.ctx, reqCtx.actor),
  ]);
  return {
    ...featureFlags,
    messages,
    riskCases,
    failingPayments: { count: failingPayments.payments.length, hasMore: failingPayments.next !== null },
  };
});

/** POST with `do` and `note`. Returns an ActionResult. */
export const action = formAction({ describe: () => teamTexts.failed.text }, async ({ reqCtx, fields }) => {
  await setChatEnabled(reqCtx.ctx, reqCtx.actor, fields);
  return { ok: true as const };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AdminOverviewPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminLayout page="overview" title={texts.pageTitle}>
      <div className="operator-parts">
        <MessagesLink {...loaderData.messages} />
        <FlaggedPaymentsLink {...loaderData.failingPayments} />
        <RiskCaseFigures {...loaderData.riskCases} />
        <PlayerLookupForm />
        <CatalogLinks />
        <ChatToggle isOn={loaderData.chat} answer={actionData} />
      </div>
    </AdminLayout>
  );
}
