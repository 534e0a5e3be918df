/** A sum that the provider pays out to our bank account. All amounts are in the smallest unit of `currency`. */
export type ProviderSettlement = {
  /** The provider's id of it. */
  id: string;
  currency: string;
  /** 'paid': it left the provider. 'coming': not yet. 'failed': our bank did not take it. */
  state: 'paid' | 'coming' | 'failed';
  /** What payers paid, before fees. */
  processedMinor: number;
  feesMinor: number;
  /** Refunds and disputes that were taken off. */
  deductionsMinor: number;
  /** What reaches our bank account. */
  paidOutMinor: number;
  settledAt: Date;
};

/** A charge in a settlement. */
export type SettlementLine = {
  reference: string;
  amountMinor: number;
  feesMinor: number;
  currency: string;
  channel: string;
  /** Null if the provider does not say. */
  paidAt: Date | null;
  /** The provider gave all of it back to the payer. */
  isReversed: boolean;
};

/** Settlements at a payment provider. Each call reads all pages, and @throws PaymentsUnavailableError, or PaymentsRejectedError. */
export type SettlementApi = {
  /** Settlements from a time on, in no order; those of money that does not count are left out. */
  list(from: Date): Promise<ProviderSettlement[]>;
  listLines(id: string): Promise<SettlementLine[]>;
};
