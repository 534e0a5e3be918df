import type { AppContext } from '../../context.server.ts';
import type { SandboxProvider } from '../../infra/payments/sandbox.ts';
import { listPossibleActions } from '../../infra/payments/sandbox-actions.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { sandboxForm } from './forms.server.ts';
import type { SandboxView } from './schema.ts';

/**
 * The purchase at the sandbox checkout of demo mode, and its charges.
 * @throws AppError 'not-found', also outside demo mode, where payments are real
 */
export async function getSandboxView(ctx: AppContext, actor: Actor, reference: string): Promise<SandboxView> {
  const found = await requireSandbox(ctx, actor).findPurchase(reference);
  if (!found) throw new AppError('not-found');
  const { charge, subscription } = found;
  const now = ctx.now();
  return {
    reference: charge.reference,
    description: charge.description,
    email: charge.email,
    price: { minor: charge.amountMinor, currency: charge.currency },
    channel: charge.channel,
    planName: charge.renews?.planName ?? null,
    returnUrl: charge.returnUrl,
    charges: found.charges.map(({ reference: ofCharge, state, back, at }) => ({
      reference: ofCharge,
      state,
      back,
      at,
      acts: listPossibleActions(found, now, ofCharge),
    })),
    subscription: subscription && { state: subscription.state, nextChargeAt: subscription.nextChargeAt, failNext: found.failNext },
    failRefund: found.failRefund === true,
    acts: [...listPossibleActions(found, now), ...(found.news.length > 0 ? (['tell-again'] as const) : [])],
  };
}

/**
 * Runs an action of the sandbox checkout; the site learns of the result through a webhook. An action that is not possible (any more) is
 * silently ignored.
 * @param fields `do` and, for an action on one charge, `charge`
 * @returns the URL to redirect to: the page that the payer came from after paying or declining, else this page
 * @throws AppError 'not-found', 'bad-input'
 */
export async function runSandboxAction(ctx: AppContext, actor: Actor, reference: string, fields: FormFields): Promise<string> {
  const sandbox = requireSandbox(ctx, actor);
  const { do: action, charge } = parseFormOrThrow(sandboxForm, fields);
  const found = await sandbox.findPurchase(reference);
  if (!found) throw new AppError('not-found');
  if (action === 'tell-again') await sandbox.resendEvents(reference);
  else await sandbox.runAction(reference, action, charge);
  return action === 'pay' || action === 'decline' ? found.charge.returnUrl : `/till/${encodeURIComponent(reference)}`;
}

/** Anyone with a reference has access: as with a real provider, anyone with the link can pay. */
function requireSandbox(ctx: AppContext, actor: Actor): SandboxProvider {
  if (ctx.config.mode !== 'demo' || ctx.sandboxProvider === null) throw new AppError('not-found');
  authorize(actor, 'sandbox-payment:use', { mode: ctx.config.mode });
  return ctx.sandboxProvider;
}
