/** Details of a payment for operators, beyond its list entry. */
export type PaymentTrace = {
  reference: string;
  /** The provider's last message; empty if there is none. */
  said: string;
  /** How often the provider was asked. */
  checks: number;
  /** ISO: time of the next check, or null if no more checks are planned. */
  nextCheck: string | null;
  /** The refunded amount, in minor units. */
  backMinor: number;
  /** Kiddocash that was taken back. */
  taken: number;
  /** The period that it bought (ISO), and why that ended early. Null if it bought none. */
  period: { from: string; until: string; endedFor: 'cancel' | 'upgrade' | 'refund' | 'dispute' | null } | null;
};
