import type { DisputeAnswer, DisputeApi, ProviderDispute } from '../src/infra/payments/disputes.ts';
import { PaymentsRejectedError } from '../src/infra/payments/payments.ts';
import type { ProviderSettlement, SettlementApi, SettlementLine } from '../src/infra/payments/settlements.ts';

// Disputes and settlements of the in-memory provider that tests control (fake-payments.ts).

/** Runs a call, or lets it fail as the test asked for. */
type Simulate = <T>(work: () => T) => Promise<T>;

/** Disputes controlled by a test. */
export type FakeDisputes = DisputeApi & {
  all: Map<string, ProviderDispute>;
  /** The answers that the provider took, in order. */
  answers: (DisputeAnswer & { id: string })[];
  /** The provider refuses answers with these words. */
  refusal: string | null;
  /** A bank opens a dispute. @returns its id */
  open(dispute: Partial<ProviderDispute> & { reference: string }): string;
};

export function createFakeDisputes(now: () => Date, simulate: Simulate): FakeDisputes {
  const fake: FakeDisputes = {
    all: new Map(),
    answers: [],
    refusal: null,
    open(dispute) {
      const id = String(1000 + fake.all.size);
      fake.all.set(id, {
        id,
        amountMinor: 9900,
        currency: 'KES',
        category: 'chargeback',
        reason: 'I do not know this payment',
        state: 'awaiting-us',
        openedAt: now(),
        dueAt: new Date(now().getTime() + 3 * 86_400_000),
        ...dispute,
      });
      return id;
    },
    list: (openedAfter) =>
      simulate(() => [...fake.all.values()].filter((each) => each.openedAt > openedAfter).map((each) => ({ ...each }))),
    find: (id) =>
      simulate(() => {
        const found = fake.all.get(id);
        return found ? { ...found } : null;
      }),
    answer: (id, answer) =>
      simulate(() => {
        const found = fake.all.get(id);
        if (found?.state !== 'awaiting-us') throw new PaymentsRejectedError('Dispute is already resolved');
        if (fake.refusal !== null) throw new PaymentsRejectedError(fake.refusal);
        fake.answers.push({ id, ...answer });
        found.state = answer.resolution === 'accept' ? 'lost' : 'answered';
      }),
  };
  return fake;
}

/** Settlements controlled by a test. */
export type FakeSettlements = SettlementApi & {
  all: ProviderSettlement[];
  lines: Map<string, SettlementLine[]>;
  /** Pays out these charges in one settlement, with 1.5 % fees. */
  settle(settlement: { id: string; settledAt: Date; state?: ProviderSettlement['state'] }, lines: SettlementLine[]): void;
};

export function createFakeSettlements(simulate: Simulate): FakeSettlements {
  const fake: FakeSettlements = {
    all: [],
    lines: new Map(),
    settle({ id, settledAt, state = 'paid' }, lines) {
      const sum = (toMinor: (line: SettlementLine) => number) => lines.reduce((total, line) => total + toMinor(line), 0);
      const [processedMinor, feesMinor] = [sum((line) => line.amountMinor), sum((line) => line.feesMinor)];
      fake.all = fake.all.filter((each) => each.id !== id);
      fake.all.push({
        id,
        settledAt,
        state,
        currency: lines[0]?.currency ?? 'KES',
        processedMinor,
        feesMinor,
        deductionsMinor: 0,
        paidOutMinor: processedMinor - feesMinor,
      });
      fake.lines.set(id, lines);
    },
    list: (from) => simulate(() => fake.all.filter((each) => each.settledAt >= from)),
    listLines: (id) => simulate(() => fake.lines.get(id) ?? []),
  };
  return fake;
}
