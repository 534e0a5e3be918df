import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { countOpenMessages } from '../../contact/admin/service.server.ts';
import { MessagesLink } from '../../contact/admin/ui/messages-link.tsx';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { PlayerLookupForm } from '../../subscriptions/admin/ui/player-lookup-form.tsx';
import { listFlaggedPayments } from '../../subscriptions/admin/service.server.ts';
import { FlaggedPaymentsLink } from '../../subscriptions/admin/ui/flagged-payments-link.tsx';
import { getWaitingDisputes } from '../../subscriptions/dispute-answers/service.server.ts';
import { DisputesLink } from '../../subscriptions/dispute-answers/ui/disputes-link.tsx';
import { getOverview } from '../../statistics/service.server.ts';
import { FiguresOverview, OverviewSection } from '../../statistics/ui/figures-overview.tsx';
import { getRiskCaseFigures } from '../../risk-scoring/service.server.ts';
import { RiskCaseFigures } from '../ui/risk-case-figures.tsx';
import { listUnusualFlags } from '../../feature-flags/service.server.ts';
import { SwitchesLink } from '../../feature-flags/ui/switches-link.tsx';
import { getChecksOverview } from '../../game-checks/service.server.ts';
import { BrokenGamesLink } from '../../game-checks/ui/broken-games-link.tsx';
import { overviewTexts as texts } from '../texts.ts';
import type { Route } from './+types/operator.ts';
import '../../admin/ui/admin.css';

export const handle = { params: ['days'], isShared: true } as const satisfies PageHandle;

/** The operator overview: what waits, the figures of a period, and what operators do for everybody. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator');
  const [unusualFlags, messages, brokenGames, failingPayments, disputes, riskCases, overview] = await Promise.all([
    listUnusualFlags(reqCtx.ctx, reqCtx.actor),
    countOpenMessages(reqCtx.ctx, reqCtx.actor),
    getChecksOverview(reqCtx.ctx, reqCtx.actor),
    listFlaggedPayments(reqCtx.ctx, reqCtx.actor),
    getWaitingDisputes(reqCtx.ctx, reqCtx.actor),
    getRiskCaseFigures(reqCtx.ctx, reqCtx.actor),
    getOverview(reqCtx.ctx, reqCtx.actor, query.get('days')),
  ]);
  return {
    unusualFlags,
    overview,
    messages,
    brokenGames,
    disputes,
    riskCases,
    failingPayments: { count: failingPayments.payments.length, hasMore: failingPayments.next !== null },
  };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AdminOverviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminLayout page="overview" title={texts.pageTitle} className="operator-overview">
      <OverviewSection part="waits">
        <MessagesLink {...loaderData.messages} />
        <BrokenGamesLink {...loaderData.brokenGames} />
        <FlaggedPaymentsLink {...loaderData.failingPayments} />
        <DisputesLink {...loaderData.disputes} />
        <RiskCaseFigures {...loaderData.riskCases} />
        <SwitchesLink unusual={loaderData.unusualFlags} />
      </OverviewSection>
      <FiguresOverview {...loaderData.overview} />
      <OverviewSection part="tools">
        <PlayerLookupForm />
      </OverviewSection>
    </AdminLayout>
  );
}
