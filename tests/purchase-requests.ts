import { runPurchaseAction, getPurchase } from '../src/features/subscriptions/purchase-requests/answers.service.server.ts';
import { sendPurchaseReceiptJob, sendPurchaseRefundJob } from '../src/features/subscriptions/guardian-payments/service.server.ts';
import {
  getAskAtHome,
  runAskAtHomeAction,
  sendPurchaseRequestJob,
} from '../src/features/subscriptions/purchase-requests/service.server.ts';
import type { Choices } from '../src/features/guardians/schema.ts';
import { VISITOR, type Actor } from '../src/shared/permissions.ts';
import { createPaymentsWorld, getReference } from './fake-payments.ts';
import { ageOf } from './friendship-world.ts';
import { askOf, giveConsent } from './guardian-world.ts';

// What the tests of asking at home set up: a player, a guardian who is asked to pay, and what both do.

export const DAY = 86_400;

/** A player of 13 to 15 whose guardian wants to be asked each time, unless `choices` says otherwise. */
export async function createPurchaseWorld(choices: Partial<Choices> = {}) {
  const paying = await createPaymentsWorld();
  const { ctx, world, fake } = paying;
  const player = await world.addPlayer(ageOf(13));
  const email = await giveConsent(askOf(ctx), player.id, { chat: 'friends', buying: 'ask', sum: null, ...choices });
  const ask = (wanted: Record<string, string> = { plan: 'premium' }, actor: Actor = player) =>
    runAskAtHomeAction(ctx, actor, { do: 'ask', ...wanted });
  const takeBack = () => runAskAtHomeAction(ctx, player, { do: 'take-back' });
  const view = (wanted: { plan?: string; pack?: string } = {}, actor: Actor = player) =>
    getAskAtHome(ctx, actor, { plan: wanted.plan ?? null, pack: wanted.pack ?? null });
  /** Sends what is queued to guardians. @returns all mails to this guardian, the oldest first */
  const mails = async () => {
    while ((await ctx.jobs.drain(ctx, sendPurchaseRequestJob, 50)) > 0);
    while ((await ctx.jobs.drain(ctx, sendPurchaseReceiptJob, 50)) > 0);
    while ((await ctx.jobs.drain(ctx, sendPurchaseRefundJob, 50)) > 0);
    return ((await ctx.outbox?.list(200)) ?? []).toReversed().filter(({ to }) => to === email);
  };
  /** The key of the link in the last mail that asks to pay. */
  const keyOfLastMail = async () => {
    const links = (await mails()).flatMap(({ text }) =>
      [...text.matchAll(/\/guardian\/pay\/([\w-]+\.[\w-]+)/g)].map(([, key]) => key ?? ''),
    );
    return links.at(-1) ?? '';
  };
  const page = (key: string, reference: string | null = null, language: string | null = null) =>
    getPurchase(ctx, VISITOR, key, language, reference);
  const act = (key: string, fields: Record<string, string>) => runPurchaseAction(ctx, VISITOR, key, fields);
  /** The guardian is sent to the provider. @returns the reference of the checkout */
  const begin = async (key: string, channel = 'mpesa') => {
    const outcome = await act(key, { do: 'pay', channel });
    if (!('url' in outcome)) throw new Error(`no checkout: ${JSON.stringify(outcome)}`);
    return getReference(outcome.url);
  };
  /** The guardian pays, and comes back. @returns the page that they see */
  const pay = async (key: string, channel = 'mpesa') => {
    const reference = await begin(key, channel);
    fake.pay(reference);
    return page(key, reference);
  };
  const change = (guardianship: object) =>
    ctx.db.updateTable('guardianships').set(guardianship).where('player_id', '=', player.id).execute();
  return { ...paying, player, email, ask, takeBack, view, mails, keyOfLastMail, page, act, begin, pay, change };
}

/** What a guardian's row says after they took their consent back. */
export const WITHDRAWN = { state: 'withdrawn', relation: null, chat: null, buying: null, monthly_limit_minor: null } as const;
