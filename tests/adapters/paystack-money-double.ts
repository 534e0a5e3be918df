import type { Transaction } from './paystack-double.ts';

// Disputes and settlements of Paystack's local test double, shaped as its OpenAPI document says.

type JsonObject = Record<string, unknown>;
export type Route = (params: { rest: string; query: URLSearchParams; body: JsonObject }) => [number, object];

export type PaystackMoney = {
  /** Disputes by their ids, as they are listed. */
  disputes: Map<string, JsonObject & { status: string; resolution: string | null; transaction: Transaction }>;
  evidence: JsonObject[];
  /** Files that were put where the double said, by their names. */
  uploads: Map<string, string>;
  /** A bank opens a dispute. @returns its id */
  dispute(reference: string): string;
  resolve(reference: string, resolution: 'declined' | 'merchant-accepted'): void;
  /** The bank gets our answer, and has not decided. */
  awaitBank(id: string): void;
  /** Pays out these charges. */
  payOut(id: number, references: string[], more?: { status?: string; settledAt?: Date; domain?: string; deductions?: number }): void;
};

type DoubleParts = {
  domain: string;
  now(): Date;
  getBase(): string;
  nextId(): number;
  transactions: Map<string, Transaction>;
  queueWebhook(event: string, data: unknown): void;
  answers: {
    success(message: string, data: object | undefined): [number, object];
    error(status: number, message: string): [number, object];
    paginate(rows: object[], query: URLSearchParams): [number, object];
  };
};

export function createPaystackMoney(parts: DoubleParts): PaystackMoney & { routes: Record<string, Route> } {
  const { domain, now, transactions, queueWebhook, answers } = parts;
  const settlements: (JsonObject & { id: number; settlement_date: string })[] = [];
  const settled = new Map<number, string[]>();
  const isAwaitingUs = ({ status }: { status: string }) => status === 'awaiting-merchant-feedback' || status === 'pending';
  const findOpen = (reference: string) =>
    [...money.disputes.values()].findLast((each) => each.transaction.reference === reference && each.status !== 'resolved');

  const money: PaystackMoney = {
    disputes: new Map(),
    evidence: [],
    uploads: new Map(),
    dispute(reference) {
      const transaction = transactions.get(reference);
      if (!transaction) throw new Error(`there is no ${reference} at Paystack's double`);
      const id = parts.nextId();
      const row = {
        id,
        refund_amount: transaction.amount,
        currency: transaction.currency,
        status: 'awaiting-merchant-feedback',
        resolution: null,
        domain,
        transaction,
        transaction_reference: null,
        category: 'chargeback',
        customer: {
          id: 1,
          first_name: null,
          last_name: null,
          email: transaction.email,
          customer_code: 'CUS_x',
          phone: null,
          metadata: null,
        },
        bin: '408408',
        last4: '4081',
        dueAt: new Date(now().getTime() + 2 * 86_400_000).toISOString(),
        resolvedAt: null,
        evidence: null,
        attachments: null,
        note: null,
        history: [{ status: 'pending', by: transaction.email, createdAt: now().toISOString() }],
        messages: [{ sender: transaction.email, body: 'I was not served', createdAt: now().toISOString() }],
        createdAt: now().toISOString(),
        updatedAt: now().toISOString(),
      };
      money.disputes.set(String(id), row);
      queueWebhook('charge.dispute.create', row);
      return String(id);
    },
    resolve(reference, resolution) {
      const row = findOpen(reference);
      if (!row) throw new Error(`no dispute of ${reference} is open at Paystack's double`);
      close(row, resolution);
    },
    awaitBank(id) {
      Object.assign(money.disputes.get(id) ?? {}, { status: 'awaiting-bank-feedback' });
    },
    payOut(id, references, { status = 'success', settledAt = now(), domain: of = domain, deductions = 0 } = {}) {
      const rows = references.map((reference) => transactions.get(reference)).filter((each) => each !== undefined);
      const [amount, fees] = [rows.reduce((sum, each) => sum + each.amount, 0), rows.reduce((sum, each) => sum + feeOf(each), 0)];
      settlements.push({
        id,
        domain: of,
        status,
        currency: rows[0]?.currency ?? 'KES',
        integration: 1,
        total_amount: amount - fees,
        effective_amount: amount - fees - deductions,
        total_fees: fees,
        total_processed: amount,
        deductions: null,
        settlement_date: settledAt.toISOString(),
        settled_by: null,
        createdAt: now().toISOString(),
        updatedAt: now().toISOString(),
      });
      settled.set(id, references);
    },
  };

  function close(row: JsonObject & { transaction: Transaction }, resolution: string): void {
    if (resolution !== 'declined') row.transaction.status = 'reversed';
    Object.assign(row, { status: 'resolved', resolution, resolvedAt: now().toISOString() });
    queueWebhook('charge.dispute.resolve', row);
  }

  const routes: Record<string, Route> = {
    'GET /dispute': ({ query }) => answers.paginate([...money.disputes.values()].toReversed(), query),
    'GET /dispute/'({ rest }) {
      const [id = '', what] = rest.split('/');
      const row = money.disputes.get(id);
      if (!row) return answers.error(404, 'Dispute not found');
      if (what !== 'upload_url') return answers.success('Dispute retrieved', row);
      const fileName = `qesp8a4df1xejihd9x${parts.nextId()}`;
      return answers.success('Upload url generated', { signedUrl: `${parts.getBase()}/upload/${fileName}?X-Amz-Expires=60`, fileName });
    },
    'POST /dispute/'({ rest, body }) {
      const [id = ''] = rest.split('/');
      if (!money.disputes.has(id)) return answers.error(404, 'Dispute not found');
      for (const field of ['customer_email', 'customer_name', 'customer_phone', 'service_details'])
        if (typeof body[field] !== 'string' || body[field] === '') return answers.error(400, `${field} is required`);
      money.evidence.push({ dispute: Number(id), ...body });
      return answers.success('Evidence created', { ...body, dispute: Number(id), id: money.evidence.length });
    },
    'PUT /dispute/'({ rest, body }) {
      const [id = ''] = rest.split('/');
      const row = money.disputes.get(id);
      if (!row) return answers.error(404, 'Dispute not found');
      if (!isAwaitingUs(row)) return answers.error(400, 'Dispute is already resolved');
      if (typeof body['message'] !== 'string' || !Number.isSafeInteger(body['refund_amount']))
        return answers.error(400, 'message and refund_amount are required');
      if (!money.uploads.has(String(body['uploaded_filename']))) return answers.error(400, 'uploaded_filename is invalid');
      if (body['resolution'] === 'merchant-accepted') close(row, 'merchant-accepted');
      else if (body['evidence'] === undefined) return answers.error(400, 'evidence is required');
      else row.status = 'awaiting-bank-feedback';
      return answers.success('Dispute successfully resolved', row);
    },
    // The address of a file: no key is needed, and none is to be sent.
    'PUT /upload/'({ rest, body }) {
      money.uploads.set(rest, String(body['file']));
      return answers.success('', undefined);
    },
    'GET /settlement': ({ query }) =>
      // Newest first, whatever `from` says.
      answers.paginate(
        settlements.toSorted((one, other) => (one.settlement_date < other.settlement_date ? 1 : -1)),
        query,
      ),
    'GET /settlement/'({ rest, query }) {
      const references = settled.get(Number(rest.split('/')[0]));
      if (!references || !rest.endsWith('/transactions')) return answers.error(404, 'Settlement not found');
      const rows = references.map((reference) => transactions.get(reference)).filter((each) => each !== undefined);
      return answers.paginate(
        rows.map((each) => ({ ...each, fees: feeOf(each) })),
        query,
      );
    },
  };
  return { ...money, routes };
}

const feeOf = ({ amount }: Transaction) => Math.round(amount * 0.029);
