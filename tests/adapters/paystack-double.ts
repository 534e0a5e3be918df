import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { sign } from '../../src/infra/payments/signature.ts';
import { createPaystackMoney, type PaystackMoney, type Route } from './paystack-money-double.ts';
import { createRefundDouble } from './paystack-refund-double.ts';

// A local test double of Paystack, with the requests, responses and webhooks of Paystack's documentation and nothing else.

export type Webhook = { raw: Buffer; headers: Headers };

/** How a request fails. */
export type SimulatedFailure = { status?: number; body?: string; location?: string; hang?: true; drop?: true };

type JsonObject = Record<string, unknown>;
export type Transaction = JsonObject & {
  reference: string;
  status: string;
  amount: number;
  currency: string;
  email: string;
  plan: Plan | null;
};
export type Plan = JsonObject & {
  id: number;
  plan_code: string;
  amount: number;
  currency: string;
  interval: string;
  description: string | null;
};
type Customer = { id: number; email: string; customer_code: string };
export type Subscription = {
  code: string;
  token: string;
  status: string;
  next: Date | null;
  createdAt: Date;
  customer: Customer;
  plan: Plan;
  failing: boolean;
};

export type PaystackDouble = PaystackMoney & {
  base: string;
  /** The requests received so far, in order. */
  requests: { method: string; path: string; authorization: string; body: JsonObject }[];
  plans: Plan[];
  transactions: Map<string, Transaction>;
  subscriptions: Map<string, Subscription>;
  /** Acts as the payer at the checkout. `late`: the subscription is not created until `settle` is called. */
  pay(reference: string, more?: { late?: boolean }): void;
  settle(reference: string): Subscription;
  decline(reference: string, reason?: string): void;
  /** This method and the next ones, up to `resolve`, act as the clock and the card's bank. @returns the charge's reference, or null */
  chargeMonth(code: string): string | null;
  failNext(code: string): void;
  /** Refunds all that is left, as somebody does in Paystack's dashboard. */
  refund(reference: string): void;
  /** The bank takes, or refuses, all refunds of a charge that are pending. */
  decideRefunds(reference: string, status: 'processed' | 'failed'): void;
  /** Returns the signed webhooks queued since the last call. */
  webhooks(): Webhook[];
  /** Passes each queued webhook to `handle`: `times` times at once, in this `order`, after `delayMs` milliseconds. */
  deliver(
    handle: (hook: Webhook) => Promise<unknown>,
    how?: { times?: number; order?: 'in-order' | 'reversed'; delayMs?: number },
  ): Promise<void>;
  /** Builds a webhook with any content and signs it with this integration's secret key. `text` serializes the body. */
  signWebhook(event: string, data: unknown, text?: (body: object) => string): Webhook;
  /** Each of the next requests takes one failure from this list; once it is empty, requests succeed again. */
  nextFailures: SimulatedFailure[];
};

const INITIALIZE_PATH = '/transaction/initialize';

/** Starts a Paystack double that stops when the test finishes. */
export async function startPaystack(
  secretKey: string,
  now: () => Date,
  domain: 'live' | 'test' = secretKey.startsWith('sk_live_') ? 'live' : 'test',
): Promise<PaystackDouble> {
  const undelivered: Webhook[] = [];
  const customers = new Map<string, Customer>();
  let ids = 1000;
  const createCode = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex').slice(0, 15)}`;

  const transactions = new Map<string, Transaction>();
  const money = createPaystackMoney({
    domain,
    now,
    getBase: () => double.base,
    nextId: () => ids++,
    transactions,
    queueWebhook: (event, data) => queueWebhook(event, data),
    answers: { success: successResponse, error: errorResponse, paginate },
  });

  const double: PaystackDouble = {
    ...money,
    base: '',
    requests: [],
    plans: [],
    transactions,
    subscriptions: new Map(),
    nextFailures: [],
    pay(reference, { late = false } = {}) {
      const transaction = getOrThrow(double.transactions, reference);
      succeed(transaction);
      queueWebhook('charge.success', withoutPlanCode(transaction));
      if (transaction.plan && !late) double.settle(reference);
    },
    settle(reference) {
      const { plan, customer } = getOrThrow(double.transactions, reference) as Transaction & { customer: Customer };
      if (!plan) throw new Error('it has no plan');
      const subscription: Subscription = {
        code: createCode('SUB'),
        token: randomBytes(8).toString('hex').slice(0, 15),
        status: 'active',
        next: addMonth(now()),
        createdAt: now(),
        customer,
        plan,
        failing: false,
      };
      double.subscriptions.set(subscription.code, subscription);
      // The documented sample of this event has no email_token.
      const { email_token: _, ...sample } = subscriptionRow(subscription);
      queueWebhook('subscription.create', sample);
      return subscription;
    },
    decline(reference, reason = 'Declined') {
      Object.assign(getOrThrow(double.transactions, reference), { status: 'failed', gateway_response: reason, message: null });
    },
    chargeMonth(code) {
      const subscription = getOrThrow(double.subscriptions, code);
      if (subscription.status === 'non-renewing') {
        Object.assign(subscription, { status: 'complete', next: null });
        queueWebhook('subscription.disable', subscriptionRow(subscription));
        return null;
      }
      const invoice = { domain, invoice_code: `INV_${randomBytes(8).toString('hex').slice(0, 15)}`, amount: subscription.plan.amount };
      subscription.next = addMonth(subscription.next ?? now());
      if (subscription.failing) {
        Object.assign(subscription, { status: 'attention', failing: false });
        const failed = { ...invoice, status: 'pending', paid: false, paid_at: null, transaction: {} };
        queueWebhook('invoice.payment_failed', { ...failed, subscription: subscriptionRow(subscription), customer: subscription.customer });
        return null;
      }
      subscription.status = 'active';
      const { plan, customer } = subscription;
      const transaction: Transaction = {
        ...newTransactionFields(),
        reference: `${randomBytes(4).toString('hex')}-7645-557a-a270-${randomBytes(6).toString('hex')}`,
        status: 'pending',
        amount: plan.amount,
        currency: plan.currency,
        email: customer.email,
        plan,
        channel: 'card',
        metadata: { invoice_action: 'create' },
      };
      double.transactions.set(transaction.reference, transaction);
      succeed(transaction);
      queueWebhook('charge.success', withoutPlanCode(transaction));
      const paid = { ...invoice, status: 'success', paid: true, paid_at: now().toISOString() };
      const { reference, amount, currency } = transaction;
      queueWebhook('invoice.update', {
        ...paid,
        subscription: subscriptionRow(subscription),
        customer,
        transaction: { reference, status: 'success', amount, currency },
      });
      return reference;
    },
    failNext: (code) => void (getOrThrow(double.subscriptions, code).failing = true),
    refund: (reference) => refunds.refundRest(getOrThrow(double.transactions, reference)),
    decideRefunds(reference, status) {
      refunds.decide(getOrThrow(double.transactions, reference), status);
    },
    webhooks: () => undelivered.splice(0),
    async deliver(handle, { times = 1, order = 'in-order', delayMs = 0 } = {}) {
      const all = double.webhooks();
      for (const hook of order === 'reversed' ? all.toReversed() : all) {
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        // The retries overlap, as they do when the first response is late.
        await Promise.all(Array.from({ length: times }, () => handle(hook)));
      }
    },
    signWebhook(event, data, text = (body) => JSON.stringify(body)) {
      const raw = Buffer.from(text({ event, data }));
      return { raw, headers: new Headers({ 'x-paystack-signature': sign(raw, secretKey) }) };
    },
  };

  const queueWebhook = (event: string, data: unknown) => void undelivered.push(double.signWebhook(event, data));
  const refunds = createRefundDouble(domain, () => ids++, queueWebhook);

  function newTransactionFields(): JsonObject {
    return { id: ids++, domain, message: null, gateway_response: '', created_at: now().toISOString(), paid_at: null };
  }

  function succeed(transaction: Transaction): void {
    const { email } = transaction;
    const customer = customers.get(email) ?? { id: ids++, email, customer_code: createCode('CUS') };
    customers.set(email, customer);
    const at = now().toISOString();
    Object.assign(transaction, { status: 'success', gateway_response: 'Successful', paid_at: at, paidAt: at, customer });
  }

  const routes: Record<string, Route> = {
    ...money.routes,
    [`POST ${INITIALIZE_PATH}`]({ body }) {
      const { reference, email, amount, currency = 'KES', plan, channels, callback_url, metadata } = body;
      if (typeof reference !== 'string' || !/^[\w.=-]+$/.test(reference)) return errorResponse(400, 'Invalid reference');
      if (typeof email !== 'string' || !email.includes('@')) return errorResponse(400, 'Invalid email');
      if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return errorResponse(400, 'Invalid Amount Sent');
      if (double.transactions.has(reference)) return errorResponse(400, 'Duplicate Transaction Reference');
      const chosen = plan === undefined ? null : double.plans.find((each) => each.plan_code === plan);
      if (chosen === undefined) return errorResponse(404, 'Plan not found');
      const row = {
        ...newTransactionFields(),
        reference,
        email,
        status: 'abandoned',
        channels,
        callback_url,
        metadata,
        channel: null,
        plan: chosen,
      };
      // The plan's amount overrides the amount in the request.
      const sum = chosen ? { amount: chosen.amount, currency: chosen.currency } : { amount: Number(amount), currency: String(currency) };
      double.transactions.set(reference, { ...row, ...sum });
      const access = randomBytes(8).toString('hex').slice(0, 15);
      return successResponse('Authorization URL created', {
        authorization_url: `https://checkout.paystack.com/${access}`,
        access_code: access,
        reference,
      });
    },
    'GET /balance': () => successResponse('Balances retrieved', [{ currency: 'KES', balance: 0 }]),
    'GET /transaction/verify/'({ rest }) {
      const found = double.transactions.get(rest);
      if (!found) return errorResponse(400, 'Transaction reference not found.');
      return successResponse('Verification successful', { ...found, plan: found.plan?.plan_code ?? null, plan_object: found.plan ?? {} });
    },
    'GET /transaction'({ query }) {
      const from = new Date(query.get('from') ?? 0);
      const rows = [...double.transactions.values()].filter(
        (each) =>
          (query.get('status') === null || each.status === query.get('status')) &&
          (query.get('customer_code') === null || (each['customer'] as Customer)?.customer_code === query.get('customer_code')) &&
          new Date(String(each['created_at'])) >= from,
      );
      // Paystack lists the newest rows first.
      return paginate(rows.map((each) => ({ ...each, plan: each.plan ?? {} })).toReversed(), query);
    },
    'POST /refund': ({ body }) => refunds.create(double.transactions.get(String(body['transaction'])), body),
    'GET /refund': ({ query }) => paginate(refunds.list(query.get('transaction')), query),
    'GET /plan': ({ query }) =>
      paginate(
        double.plans.filter((each) => query.get('amount') === null || each.amount === Number(query.get('amount'))),
        query,
      ),
    'POST /plan'({ body }) {
      if (typeof body['name'] !== 'string' || !Number.isSafeInteger(body['amount']))
        return errorResponse(400, 'Plan name or amount is invalid');
      const made = { description: null, ...body, id: ids++, domain, plan_code: createCode('PLN'), is_deleted: false, is_archived: false };
      double.plans.push(made as unknown as Plan);
      return successResponse('Plan created', made);
    },
    'GET /subscription'({ query }) {
      const rows = [...double.subscriptions.values()].filter(
        ({ plan, customer }) =>
          (query.get('plan') ?? String(plan.id)) === String(plan.id) &&
          (query.get('customer') ?? String(customer.id)) === String(customer.id),
      );
      return paginate(rows.map(subscriptionRow).toReversed(), query);
    },
    'GET /subscription/'({ rest }) {
      const [code = '', ...more] = rest.split('/');
      const found = double.subscriptions.get(code);
      if (!found) return errorResponse(404, 'Subscription not found');
      if (more.join('/') === 'manage/link')
        return successResponse('Link generated', { link: `https://paystack.com/manage/subscriptions/${code}?subscription_token=x` });
      return more.length > 0
        ? errorResponse(404, 'Not found')
        : successResponse('Subscription retrieved successfully', subscriptionRow(found));
    },
    'POST /subscription/disable': ({ body }) => toggle(body, ['active', 'attention'], 'non-renewing'),
    'POST /subscription/enable': ({ body }) => toggle(body, ['non-renewing'], 'active'),
  };

  function toggle({ code, token }: JsonObject, from: string[], to: string): [number, object] {
    const found = double.subscriptions.get(String(code));
    if (!found || found.token !== token || !from.includes(found.status))
      return errorResponse(404, 'Subscription with code not found or already inactive');
    found.status = to;
    if (to === 'non-renewing') queueWebhook('subscription.not_renew', { ...subscriptionRow(found), next_payment_date: null });
    return successResponse(to === 'active' ? 'Subscription enabled successfully' : 'Subscription disabled successfully', undefined);
  }

  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const url = new URL(req.url ?? '/', 'http://x');
      const path = decodeURIComponent(url.pathname);
      const text = Buffer.concat(parts).toString();
      const isFile = path.startsWith('/upload/');
      const body = (isFile ? { file: text } : text === '' ? {} : JSON.parse(text)) as JsonObject;
      double.requests.push({ method: req.method ?? '', path, authorization: req.headers.authorization ?? '', body });
      const failure = double.nextFailures.shift();
      if (failure?.hang) return;
      if (failure?.drop) return void req.socket.destroy();
      if (failure) {
        res.writeHead(failure.status ?? 200, { ...(failure.location && { location: failure.location }) });
        return void res.end(failure.body ?? '');
      }
      const [status, answer] =
        req.headers.authorization === (isFile ? undefined : `Bearer ${secretKey}`)
          ? dispatch(req.method ?? '', path, url.searchParams, body)
          : errorResponse(401, 'Invalid key');
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(answer));
    });
  });

  function dispatch(method: string, path: string, query: URLSearchParams, body: JsonObject): [number, object] {
    const exact = routes[`${method} ${path}`];
    if (exact) return exact({ rest: '', query, body });
    const prefix = Object.keys(routes).find((key) => key.endsWith('/') && `${method} ${path}`.startsWith(key));
    return prefix
      ? (routes[prefix] as (typeof routes)[string])({ rest: `${method} ${path}`.slice(prefix.length), query, body })
      : errorResponse(404, 'Not found');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  double.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;

  function subscriptionRow(each: Subscription): JsonObject {
    return {
      domain,
      status: each.status,
      subscription_code: each.code,
      email_token: each.token,
      amount: each.plan.amount,
      next_payment_date: each.next?.toISOString() ?? null,
      createdAt: each.createdAt.toISOString(),
      plan: each.plan,
      customer: each.customer,
    };
  }
}

/** In events, `plan` is an object; without a plan it is an empty object. */
function withoutPlanCode(transaction: Transaction): JsonObject {
  return { ...transaction, plan: transaction.plan ?? {} };
}

function getOrThrow<T>(map: Map<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new Error(`there is no ${key} at Paystack's double`);
  return found;
}

const successResponse = (message: string, data: object | undefined): [number, object] => [200, { status: true, message, data }];
const errorResponse = (status: number, message: string): [number, object] => [status, { status: false, message }];

function paginate(rows: object[], query: URLSearchParams): [number, object] {
  const size = Number(query.get('perPage') ?? query.get('per_page') ?? 50);
  const at = Number(query.get('page') ?? 1);
  const data = rows.slice((at - 1) * size, at * size);
  return [200, { status: true, message: 'Retrieved', data, meta: { total: rows.length, page: at, perPage: size } }];
}

/** Paystack's rule: the same day each month, or the 28th for a subscription that began on a later day. */
function addMonth(date: Date): Date {
  const next = new Date(date);
  next.setUTCDate(Math.min(date.getUTCDate(), 28));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}
