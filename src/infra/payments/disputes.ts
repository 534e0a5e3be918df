/** A dispute as the provider knows it: the payer's bank, or the payer, asks for the money of a charge back. */
export type ProviderDispute = {
  /** The provider's id of it. */
  id: string;
  /** The charge that it is about. */
  reference: string;
  /** The disputed amount in the smallest unit; null: the provider does not say, so all of it. */
  amountMinor: number | null;
  currency: string;
  /** The provider's kind of dispute, such as 'fraud' or 'chargeback'. */
  category: string;
  /** What the payer or the bank wrote; empty if nothing. */
  reason: string;
  /**
   * 'awaiting-us': we have to answer. 'answered': the bank decides. 'won': the money stays with us. 'lost': it went back, also when we
   * accepted, or did not answer in time.
   */
  state: 'awaiting-us' | 'answered' | 'won' | 'lost';
  openedAt: Date;
  /** Until when we can answer; null if the provider does not say. */
  dueAt: Date | null;
};

/** What we answer to a dispute. */
export type DisputeAnswer = {
  /** 'accept': the money goes back. 'contest': we were right to take it. */
  resolution: 'accept' | 'contest';
  /** How much goes back if we accept, in the smallest unit. */
  amountMinor: number;
  /** Our evidence in plain words: what was delivered, when, and how it was used. */
  statement: string;
  /** The day on which it was delivered, such as 2026-11-27. */
  deliveredOn: string;
};

/**
 * Disputes at a payment provider. Unless stated otherwise, each call @throws PaymentsUnavailableError, or PaymentsRejectedError.
 */
export type DisputeApi = {
  /** All disputes that were opened after a time, in no order. */
  list(openedAfter: Date): Promise<ProviderDispute[]>;
  /** One dispute; null if the provider does not know it. */
  find(id: string): Promise<ProviderDispute | null>;
  /**
   * Answers a dispute. After an error that left open whether it was done, ask `find` before trying again.
   * @throws PaymentsRejectedError with the provider's words, for example when it is too late
   */
  answer(id: string, answer: DisputeAnswer): Promise<void>;
};
