import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { listMessages } from '../../../contact/admin/service.server.ts';
import { MessagesLink } from '../../../contact/admin/ui/messages-link.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { CatalogLinks } from '../../../admin/ui/catalog-links.tsx';
import { PlayerLookupForm } from '../../../subscriptions/player-lookup/ui/player-lookup-form.tsx';
import { listFlaggedPayments } from '../../../subscriptions/admin/service.server.ts';
import { FlaggedPaymentsLink } from '../../../subscriptions/admin/ui/flagged-payments-link.tsx';
import { chatToggleTexts as texts } from '../../players/texts.ts';
import { ChatToggle } from '../ui/chat-toggle.tsx';
import { setChatEnabled, getFeatureFlags } from '../service.server.ts';
import type { Route } from './+types/operator.ts';
import '../../../admin/ui/admin.css';

/** The operator overview: queues, the link to players' payments, and the site-wide feature flags. */
export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator');
  try {
    const [featureFlags, { open, late }, failingPayments] = await Promise.all([
      getFeatureFlags(reqCtx.ctx, reqCtx.actor),
      listMessages(reqCtx.ctx, reqCtx.actor, 'open', null),
      listFlaggedPayments(reqCtx.ctx, reqCtx.actor),
    ]);
    return {
      ...featureFlags,
      messages: { open, late },
      failingPayments: { count: failingPayments.payments.length, hasMore: failingPayments.next !== null },
    };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    await setChatEnabled(reqCtx.ctx, reqCtx.actor, await readForm(request));
    return 'ok' as const;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    return data('failed' as const, { status });
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AdminOverviewPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminLayout page="overview" title={texts.pageTitle}>
      <div className="operator-parts">
        <MessagesLink {...loaderData.messages} />
        <FlaggedPaymentsLink {...loaderData.failingPayments} />
        <PlayerLookupForm />
        <CatalogLinks />
        <ChatToggle isOn={loaderData.chat} answer={actionData} />
      </div>
    </AdminLayout>
  );
}
