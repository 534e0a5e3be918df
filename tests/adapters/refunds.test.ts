import { describe, expect, test } from 'vitest';
import { PaymentsRejectedError } from '../../src/infra/payments/payments.ts';
import { opened, PASS, STANDS } from './payment-stands.ts';

describe.each(Object.entries(STANDS))('%s', (_name, open) => {
  test('a refund that we ask for: a part, one that fails, and the rest; each is found again by our note', async () => {
    const stand = await open();
    const { payments } = stand;
    const { reference } = PASS;
    const order = (amountMinor: number, note: string) => ({
      reference,
      amountMinor,
      currency: 'KES' as const,
      note,
      payerNote: 'Paid twice.',
    });
    await expect(payments.refund(order(9900, 'note 0'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect(await payments.findRefunds(reference)).toEqual([]);
    await payments.startCheckout(PASS);
    await expect(payments.refund(order(9900, 'note 0'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    await stand.pay(reference);
    await stand.webhooksFor(reference);
    await stand.decide(reference, 'processed', () => payments.refund(order(900, 'note 1')));
    expect(opened(stand, await stand.webhooksFor(reference))).toMatchObject([
      { kind: 'refund-changed', reference, isProcessed: false, amountMinor: 900 },
      { kind: 'refund-changed', reference, isProcessed: true, amountMinor: 900 },
    ]);
    expect((await payments.verify(reference))?.state).toBe('success');
    await expect(payments.refund(order(9001, 'note 2'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    await stand.decide(reference, 'failed', () => payments.refund(order(9000, 'note 3')));
    expect(opened(stand, await stand.webhooksFor(reference)).at(-1)).toMatchObject({ kind: 'refund-changed', isProcessed: false });
    await stand.decide(reference, 'processed', () => payments.refund(order(9000, 'note 4')));
    const found = await payments.findRefunds(reference);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(found.toSorted((a, b) => (a.note < b.note ? -1 : 1))).toMatchObject([
      { note: 'note 1', amountMinor: 900, state: 'processed', currency: 'KES' },
      { note: 'note 3', amountMinor: 9000, state: 'failed' },
      { note: 'note 4', amountMinor: 9000, state: 'processed' },
    ]);
    await expect(payments.refund(order(1, 'note 5'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect((await payments.verify(reference))?.state).toBe('failed');
  });

  test('money that goes back, or that the bank asks for and gives up again', async () => {
    const stand = await open();
    for (const reference of ['kiddo-pass-0001', 'kiddo-pass-0002']) {
      await stand.payments.startCheckout({ ...PASS, reference });
      await stand.pay(reference);
    }
    const [one, two] = ['kiddo-pass-0001', 'kiddo-pass-0002'] as const;
    for (const reference of [one, two]) await stand.webhooksFor(reference);
    await stand.dispute(two);
    await stand.won(two);
    const disputed = opened(stand, await stand.webhooksFor(two));
    expect(disputed).toMatchObject([
      { kind: 'disputed', reference: two, isLive: true },
      { kind: 'dispute-won', reference: two, isLive: true },
    ]);
    expect(await stand.payments.verify(two)).toMatchObject({ state: 'success' });
    await stand.refund(one);
    const back = opened(stand, await stand.webhooksFor(one));
    expect(back).toMatchObject([
      { kind: 'refund-changed', reference: one, isProcessed: false, isLive: true },
      { kind: 'refund-changed', reference: one, isProcessed: true, isLive: true },
    ]);
    expect(await stand.payments.findRefunds(one)).toMatchObject([{ amountMinor: 9900, currency: 'KES', state: 'processed' }]);
    expect(await stand.payments.verify(one)).toMatchObject({ state: 'failed', paidAt: null });
  });
});
