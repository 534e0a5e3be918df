import type { AppContext } from '../../context.server.ts';
import type { Till } from '../../infra/payments/till.ts';
import { possibleActs } from '../../infra/payments/till-acts.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { tillForm, type TillView } from './schema.ts';

/** What is to be paid at the pretend till of demo mode, and what came of it. @throws Refusal 'not-found', also where money is real. */
export async function viewTill(ctx: AppContext, actor: Actor, reference: string): Promise<TillView> {
  const found = await tillFor(ctx, actor).look(reference);
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
    charges: found.charges.map((each) => ({ ...each, acts: possibleActs(found, now, each.reference) })),
    subscription: subscription && { state: subscription.state, nextChargeAt: subscription.nextChargeAt, failNext: found.failNext },
    acts: [...possibleActs(found, now), ...(found.news.length > 0 ? (['tell-again'] as const) : [])],
  };
}

/**
 * Does at the till what a hand chose; the site hears of it by a webhook. What cannot be done (any more) is not done, and nothing
 * is wrong. @returns where the hand is led: who paid or declined goes back where they came from, all others stay
 * @throws Refusal 'not-found', 'bad-input'
 */
export async function doAtTill(ctx: AppContext, actor: Actor, reference: string, fields: Record<string, string>): Promise<string> {
  const till = tillFor(ctx, actor);
  const form = tillForm.safeParse(fields);
  if (!form.success) throw new AppError('bad-input', 'do is no act of the till');
  const found = await till.look(reference);
  if (!found) throw new AppError('not-found');
  const { do: act, charge } = form.data;
  if (act === 'tell-again') await till.tellAgain(reference);
  else await till.act(reference, act, charge);
  return act === 'pay' || act === 'decline' ? found.charge.returnUrl : `/till/${encodeURIComponent(reference)}`;
}

/** Whoever has a reference may: as at a real provider, whoever has the link can pay. */
function tillFor(ctx: AppContext, actor: Actor): Till {
  if (ctx.config.mode !== 'demo' || ctx.sandboxProvider === null) throw new AppError('not-found');
  authorize(actor, 'till:use', { mode: ctx.config.mode });
  return ctx.sandboxProvider;
}
