import { expect, test } from 'vitest';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../src/infra/payments/payments.ts';
import { CARD, listRequests, PASS, setUpPaystack } from './paystack-setup.ts';

// What only Paystack's API has: pages, the file of an answer, and money that does not count.

const DAY = 86_400_000;
const ANSWER = { amountMinor: 9900, statement: 'Membership of 30 days (all at once).\nUsed: 12 days.', deliveredOn: '2026-01-10' };

async function setUpDispute() {
  const paystack = await setUpPaystack();
  await paystack.payments.startCheckout(PASS);
  paystack.double.pay(PASS.reference);
  return { ...paystack, id: paystack.double.dispute(PASS.reference) };
}

test('a contest goes with evidence and a file, without our key where the file goes and without a made-up name', async () => {
  const paystack = await setUpDispute();
  const { double, payments, id } = paystack;
  await payments.disputes.answer(id, { resolution: 'contest', ...ANSWER });
  expect(double.evidence).toEqual([
    {
      dispute: Number(id),
      customer_email: PASS.email,
      customer_name: 'Not asked for',
      customer_phone: 'Not asked for',
      service_details: ANSWER.statement,
      delivery_address: 'Not asked for',
      delivery_date: '2026-01-10',
    },
  ]);
  const [[fileName, file]] = [...double.uploads] as [[string, string]];
  expect(file).toMatch(/^%PDF-1\.4\n[^]*\(Membership of 30 days \\\(all at once\\\)\.\) Tj[^]*%%EOF\n$/);
  const [resolved] = listRequests(paystack, `/dispute/${id}/resolve`, 'PUT');
  expect(resolved?.body).toEqual({
    resolution: 'declined',
    message: ANSWER.statement,
    refund_amount: 0,
    uploaded_filename: fileName,
    evidence: 1,
  });
});

test('an answer whose file is not taken is not given, and can be given again', async () => {
  const paystack = await setUpDispute();
  const { double, payments, id } = paystack;
  const accept = { resolution: 'accept', ...ANSWER } as const;
  // The dispute and the address of the file are answered; the file is not.
  double.nextFailures = [{ status: 200, body: JSON.stringify({ status: true, message: '', data: double.disputes.get(id) }) }];
  const { signedUrl, fileName } = { signedUrl: 'http://127.0.0.1:9/upload/x', fileName: 'x' };
  double.nextFailures.push({ status: 200, body: JSON.stringify({ status: true, message: '', data: { signedUrl, fileName } }) });
  await expect(payments.disputes.answer(id, accept)).rejects.toThrow(PaymentsUnavailableError);
  expect([listRequests(paystack, `/dispute/${id}/resolve`, 'PUT'), (await payments.disputes.find(id))?.state]).toEqual([[], 'awaiting-us']);
  await payments.disputes.answer(id, accept);
  expect(listRequests(paystack, `/dispute/${id}/resolve`, 'PUT')[0]?.body).toMatchObject({
    resolution: 'merchant-accepted',
    refund_amount: 9900,
  });
});

test('a file that is refused, and an answer of a shape that we do not know, are refusals: trying again does not help', async () => {
  const { double, payments, id } = await setUpDispute();
  const accept = { resolution: 'accept', ...ANSWER } as const;
  const answers = (data: unknown) => ({ status: 200, body: JSON.stringify({ status: true, message: '', data }) });
  double.nextFailures = [
    answers(double.disputes.get(id)),
    answers({ signedUrl: `${double.base}/upload/x`, fileName: 'x' }),
    { status: 403, body: '' },
  ];
  await expect(payments.disputes.answer(id, accept)).rejects.toThrow(PaymentsRejectedError);
  double.nextFailures = [answers(double.disputes.get(id)), answers({ address: 'elsewhere' })];
  await expect(payments.disputes.answer(id, accept)).rejects.toThrow(PaymentsRejectedError);
  expect((await payments.disputes.find(id))?.state).toBe('awaiting-us');
});

test('every state of a dispute is known', async () => {
  const { double, payments, id } = await setUpDispute();
  const row = double.disputes.get(id);
  for (const [status, resolution, charge, expected] of [
    ['pending', null, 'success', 'awaiting-us'],
    ['awaiting-merchant-feedback', null, 'success', 'awaiting-us'],
    ['awaiting-bank-feedback', null, 'success', 'answered'],
    ['resolved', 'declined', 'success', 'won'],
    ['resolved', 'declined', 'reversed', 'lost'],
    ['resolved', 'merchant-accepted', 'success', 'lost'],
    ['resolved', 'auto-accepted', 'reversed', 'lost'],
  ] as const) {
    Object.assign(row ?? {}, { status, resolution });
    Object.assign(row?.transaction ?? {}, { status: charge });
    expect([status, resolution, charge, (await payments.disputes.find(id))?.state]).toEqual([status, resolution, charge, expected]);
  }
});

test('settlements and lines of several pages are all read, and those before the time or of other money are not', async () => {
  const { double, payments, now } = await setUpPaystack();
  const references = Array.from({ length: 205 }, (_, index) => `kiddo-many-${String(index).padStart(4, '0')}`);
  for (const reference of references) {
    await payments.startCheckout({ ...PASS, reference });
    double.pay(reference);
  }
  await payments.startCheckout(CARD);
  double.pay(CARD.reference);
  const day = (back: number) => new Date(now().getTime() - back * DAY);
  for (let id = 1; id <= 130; id++) double.payOut(id, id === 1 ? references : [CARD.reference], { settledAt: day(id / 100) });
  double.payOut(900, [CARD.reference], { settledAt: day(11) });
  double.payOut(901, [CARD.reference], { domain: 'live' });
  double.payOut(902, [CARD.reference], { status: 'pending', deductions: 100 });
  double.payOut(903, [CARD.reference], { status: 'failed' });
  const found = await payments.settlements.list(day(10));
  expect(found.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 130 }, (_, index) => index + 1),
    902,
    903,
  ]);
  const fee = Math.round(CARD.amountMinor * 0.029);
  expect(
    found.filter(({ id }) => id > '9').map(({ state, deductionsMinor, paidOutMinor }) => [state, deductionsMinor, paidOutMinor]),
  ).toEqual(
    expect.arrayContaining([
      ['coming', 100, CARD.amountMinor - fee - 100],
      ['failed', 0, CARD.amountMinor - fee],
    ]),
  );
  const lines = await payments.settlements.listLines('1');
  expect(lines.map(({ reference }) => reference)).toEqual(references);
});

test('disputes of several pages are all read', async () => {
  const { double, payments, now } = await setUpPaystack();
  await payments.startCheckout(PASS);
  double.pay(PASS.reference);
  const ids = Array.from({ length: 101 }, () => double.dispute(PASS.reference));
  const found = await payments.disputes.list(new Date(now().getTime() - DAY));
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
