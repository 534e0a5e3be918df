import { describe, expect, test } from 'vitest';
import { PaymentsRejectedError, type Charge } from '../../src/infra/payments/payments.ts';
import { DAY, opened, PASS, STANDS } from './payment-stands.ts';

// Disputes and settlements, as both providers have to do them.

describe.each(Object.entries(STANDS))('%s', (_, open) => {
  test('a dispute is contested once, and won; another one is accepted, and the money goes back', async () => {
    const stand = await open();
    const { payments, now } = stand;
    const { disputes } = payments;
    const [one, two] = [PASS.reference, 'kiddo-pass-0002'];
    for (const reference of [one, two]) {
      await payments.startCheckout({ ...PASS, reference });
      await stand.pay(reference);
      await stand.dispute(reference);
    }
    const all = await disputes.list(new Date(now().getTime() - DAY));
    expect(all.map(({ reference, state }) => `${reference} ${state}`).toSorted()).toEqual([`${one} awaiting-us`, `${two} awaiting-us`]);
    const [contested, accepted] = [one, two].map((reference) => all.find((each) => each.reference === reference)?.id ?? '');
    expect(await disputes.find(contested ?? '')).toMatchObject({
      reference: one,
      amountMinor: PASS.amountMinor,
      currency: 'KES',
      category: 'chargeback',
      state: 'awaiting-us',
      openedAt: now(),
      dueAt: expect.any(Date),
    });
    const answer = { amountMinor: PASS.amountMinor, statement: 'Delivered at once (30 days).', deliveredOn: '2026-01-10' };
    await disputes.answer(contested ?? '', { resolution: 'contest', ...answer });
    expect((await disputes.find(contested ?? ''))?.state).toBe('answered');
    await expect(disputes.answer(contested ?? '', { resolution: 'contest', ...answer })).rejects.toThrow(PaymentsRejectedError);
    await stand.won(one);
    expect((await disputes.find(contested ?? ''))?.state).toBe('won');
    await disputes.answer(accepted ?? '', { resolution: 'accept', ...answer });
    expect((await disputes.find(accepted ?? ''))?.state).toBe('lost');
    expect((await payments.verify(two))?.state).toBe('failed');
    const events = opened(stand, [...(await stand.webhooksFor(one)), ...(await stand.webhooksFor(two))]);
    expect(events.map((event) => [event.kind, 'disputeId' in event ? event.disputeId : null])).toEqual(
      expect.arrayContaining([
        ['disputed', contested],
        ['dispute-won', contested],
        ['disputed', accepted],
        ['refunded', accepted],
      ]),
    );
    expect(await disputes.find('999999999')).toBeNull();
    await expect(disputes.answer('999999999', { resolution: 'accept', ...answer })).rejects.toThrow(PaymentsRejectedError);
  });

  test('what was paid is settled with its fees, and the lines of a settlement add up to it', async () => {
    const stand = await open();
    const { payments, now } = stand;
    const paidAt = now();
    const card: Charge = { ...PASS, reference: 'kiddo-pack-0001', channel: 'card', amountMinor: 50_000 };
    for (const charge of [PASS, card]) {
      await payments.startCheckout(charge);
      await stand.pay(charge.reference);
    }
    await stand.payOut([PASS.reference, card.reference]);
    const found = await payments.settlements.list(new Date(paidAt.getTime() - 10 * DAY));
    expect(found).toEqual([
      expect.objectContaining({ currency: 'KES', state: 'paid', processedMinor: PASS.amountMinor + 50_000, deductionsMinor: 0 }),
    ]);
    const [settlement] = found;
    const lines = await payments.settlements.listLines(settlement?.id ?? '');
    expect(lines.toSorted((one, other) => one.amountMinor - other.amountMinor)).toEqual([
      expect.objectContaining({ reference: PASS.reference, amountMinor: PASS.amountMinor, currency: 'KES', paidAt, isReversed: false }),
      expect.objectContaining({
        reference: card.reference,
        amountMinor: 50_000,
        feesMinor: 1450,
        currency: 'KES',
        paidAt,
        isReversed: false,
      }),
    ]);
    const fees = lines.reduce((sum, line) => sum + line.feesMinor, 0);
    expect([settlement?.feesMinor, settlement?.paidOutMinor]).toEqual([fees, PASS.amountMinor + 50_000 - fees]);
    // From a later time on there is none.
    expect(await payments.settlements.list(new Date(now().getTime() + DAY))).toEqual([]);
  });
});
