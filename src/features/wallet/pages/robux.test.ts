import { describe, expect, it } from 'vitest';
import { getReference } from '../../../../tests/fake-payments.ts';
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
