import { describe, expect, it } from 'vitest';
import { getReference } from '../../../../tests/fake-payments.ts';
import { askOf, giveConsent } from '../../../../tests/guardian-world.ts';
import { createPaymentsPages, type RouteResult } from '../../../../tests/pages.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import * as robux from './robux.tsx';

const viewOf = (answer: RouteResult) => (answer.data as { view: { kiddocash: number | null } }).view;

describe('/robux', () => {
  it('shows the packs to everybody, and what one has', async () => {
    const { get } = await createPaymentsPages();
    const { data } = await get(robux, '/robux', VISITOR);
    expect(data).toMatchObject({ view: { kiddocash: null } });
    expect((data as { packs: unknown[] }).packs).toHaveLength(5);
    expect(viewOf(await get(robux, '/robux')).kiddocash).toBe(0);
  });

  it('sells a pack, and tells who comes back that it is paid', async () => {
    const { get, post, fake } = await createPaymentsPages();
    const sent = await post(robux, { do: 'buy', pack: 'pack-4500', channel: 'card' });
    const reference = getReference(sent.to ?? '');
    fake.pay(reference);
    expect((await get(robux, `/robux?reference=${reference}`)).to).toBe(`/robux?payment=success&for=${reference}`);
    expect(viewOf(await get(robux, '/robux'))).toMatchObject({ kiddocash: 4950, payments: [{ state: 'success' }] });
  });

  it('answers a player under 18 with why it is not sold, next to the form', async () => {
    const { get, post, world, ctx } = await createPaymentsPages();
    const teen = await world.addPlayer({ age_band: 16, birth_month: '2009-06' });
    const fields = { do: 'buy', pack: 'pack-800', channel: 'card' };
    const refusal = (code: string) => ({
      status: 403,
      to: null,
      data: actionFailure(code, { values: { channel: 'card' }, requestId: 'r1' }),
    });
    expect(await post(robux, fields, teen)).toEqual(refusal('guardian-required'));
    expect(viewOf(await get(robux, '/robux', teen))).toMatchObject({ spending: { door: { state: 'none', canRemind: false } } });
    await giveConsent(askOf(ctx), teen.id, { chat: 'off', buying: 'up-to-a-sum', sum: 100 });
    expect(await post(robux, fields, teen)).toEqual(refusal('over-monthly-sum'));
    expect((await post(robux, { ...fields, pack: 'pack-400' }, teen)).to).toMatch(/^https:/);
    expect(viewOf(await get(robux, '/robux', teen))).toMatchObject({ spending: { sum: { limitMinor: 10_000, leftMinor: 100 } } });
  });

  it('refuses what is no pack, keeps the way to pay, and leads a visitor to log in', async () => {
    const { post } = await createPaymentsPages();
    expect(await post(robux, { do: 'buy', pack: 'pack-none', channel: 'card' })).toEqual({
      status: 400,
      to: null,
      data: actionFailure('bad-input', { values: { channel: 'card' }, requestId: 'r1' }),
    });
    expect(await post(robux, { pack: 'pack-400', channel: 'card' })).toMatchObject({ status: 400 });
    expect((await post(robux, { do: 'buy', pack: 'pack-400', channel: 'card' }, VISITOR)).to).toBe('/login?returnUrl=%2Frobux');
  });
});
