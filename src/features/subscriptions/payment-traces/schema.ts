/** What operators see of a payment beyond its line. */
export type PaymentTrace = {
  reference: string;
  /** What the provider said last; empty where it said nothing. */
  said: string;
  /** How often the provider was asked. */
  checks: number;
  /** ISO: when it is asked next; null: it is not any more. */
  nextCheck: string | null;
  /** Of the money, what went back. */
  backMinor: number;
  /** Kiddocash that was taken back. */
  taken: number;
  /** The time that it bought (ISO), and why that ended early. Null where it bought none. */
  period: { from: string; until: string; endedFor: 'cancel' | 'upgrade' | 'refund' | 'dispute' | null } | null;
};
