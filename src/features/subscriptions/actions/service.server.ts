import type { AppContext } from '../../../context.server.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import type { Actor } from '../../../shared/permissions.ts';
import type { SubscriptionAction } from '../billing-view/schema.ts';
import { subscribe } from '../checkout/service.server.ts';
import { cancelSubscription, getCardUpdateLink, setAutoRenew } from '../service.server.ts';
import { subscriptionForm } from './forms.server.ts';

/**
 * Does what a form of the subscription page asks for.
 * @param fields `do`: subscribe (with `plan` and `channel`), fix-card, cancel or auto-renew (with `on`)
 * @returns the provider's page to redirect to, or what was done
 * @throws AppError as the use case itself does, and 'bad-input' for an unknown `do`
 */
export async function runSubscriptionAction(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
): Promise<{ url: string } | { action: SubscriptionAction }> {
  const form = parseFormOrThrow(subscriptionForm, fields);
  switch (form.do) {
    case 'subscribe':
      return subscribe(ctx, actor, fields);
    case 'fix-card':
      return getCardUpdateLink(ctx, actor);
    case 'auto-renew':
      await setAutoRenew(ctx, actor, form.on);
      return { action: form.on ? 'auto-renew-on' : 'auto-renew-off' };
    case 'cancel':
      await cancelSubscription(ctx, actor);
      return { action: 'cancel' };
  }
}
