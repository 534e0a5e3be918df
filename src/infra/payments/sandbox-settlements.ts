import type { SandboxCharge, SandboxPurchase } from './sandbox-state.ts';
import type { ProviderSettlement, SettlementApi, SettlementLine } from './settlements.ts';
import type { VersionedStore } from './versioned-store.ts';

const DAY_MS = 86_400_000;
/** Nairobi's offset from UTC, all year. */
const NAIROBI_MS = 3 * 3_600_000;
/** A day is settled the next morning at this hour of Nairobi. */
const SETTLED_AT_MS = 8 * 3_600_000;
/** Fees in thousandths of what is paid, as they are in Kenya. */
const FEES = { card: 29, mpesa: 15 } as const;

type Settlement = ProviderSettlement & { lines: SettlementLine[] };

/** What the sandbox pays out: the charges of a day of Nairobi, the next morning, less fees and less what went back on that day. */
export function createSandboxSettlements(store: VersionedStore<SandboxPurchase>, now: () => Date): SettlementApi {
  const settle = async () => {
    const days = new Map<string, Settlement>();
    for (const name of await store.list()) {
      const purchase = await store.read(name);
      for (const charge of purchase?.charges ?? []) if (purchase) addCharge(days, purchase, charge, now());
    }
    return days;
  };
  return {
    async list(from) {
      return [...(await settle()).values()]
        .filter(({ settledAt }) => settledAt >= from)
        .map((each) => {
          const { lines: _, ...settlement } = each;
          return settlement;
        });
    },
    listLines: async (id) => (await settle()).get(id)?.lines ?? [],
  };
}

function addCharge(
  days: Map<string, Settlement>,
  { charge: { currency, channel, ...paid }, refunds = [] }: SandboxPurchase,
  charge: SandboxCharge,
  now: Date,
) {
  const { state, at, back, backAt, reference, settledMinor = paid.amountMinor } = charge;
  if (state !== 'success' || at === null) return;
  const fees = Math.round((settledMinor * FEES[channel]) / 1000);
  const settlement = getSettlement(days, new Date(at), currency, now);
  if (settlement) {
    settlement.lines.push({
      reference,
      amountMinor: settledMinor,
      feesMinor: fees,
      currency,
      channel,
      paidAt: new Date(at),
      isReversed: back === 'refunded',
    });
    settlement.processedMinor += settledMinor;
    settlement.feesMinor += fees;
    settlement.paidOutMinor += settledMinor - fees;
  }
  const deduct = (time: string | null | undefined, amountMinor: number) => {
    const deducted = time ? getSettlement(days, new Date(time), currency, now) : null;
    if (!deducted) return;
    deducted.deductionsMinor += amountMinor;
    deducted.paidOutMinor -= amountMinor;
  };
  const processed = refunds.filter((refund) => refund.charge === reference && refund.state === 'processed');
  for (const refund of processed) deduct(refund.at, refund.amountMinor);
  // A bank takes back what is left.
  const refundedMinor = processed.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (back !== null) deduct(backAt, Math.max(0, settledMinor - refundedMinor));
}

/** The settlement of a day; null: the day is not over. */
function getSettlement(days: Map<string, Settlement>, time: Date, currency: string, now: Date): Settlement | null {
  const day = new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 10);
  const end = new Date(Date.parse(`${day}T00:00:00Z`) - NAIROBI_MS + DAY_MS);
  if (now < end) return null;
  const id = `st-${day}-${currency}`;
  const settledAt = new Date(end.getTime() + SETTLED_AT_MS);
  const settlement = days.get(id) ?? {
    id,
    currency,
    state: now < settledAt ? 'coming' : 'paid',
    processedMinor: 0,
    feesMinor: 0,
    deductionsMinor: 0,
    paidOutMinor: 0,
    settledAt,
    lines: [],
  };
  days.set(id, settlement);
  return settlement;
}
