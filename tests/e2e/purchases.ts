import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import { newId } from '../../src/shared/ids.ts';
import { query } from './players.ts';

// Many concurrent purchases over HTTP through the real forms, and the stored data that must be consistent in the end.

export type Buyer = { id: string; cookie: string };
type Product = { address: '/subscription' | '/robux'; form: Record<string, string>; kiddocash: number };
export type Purchase = { buyer: Buyer; product: Product; comesBack: boolean };

const plan = (id: string, channel: string, kiddocash: number): Product => ({
  address: '/subscription',
  form: { do: 'subscribe', plan: id, channel },
  kiddocash,
});
const pack = (id: string, kiddocash: number): Product => ({ address: '/robux', form: { do: 'buy', pack: id, channel: 'card' }, kiddocash });

const FIRST_PRODUCTS = [plan('premium', 'card', 400), plan('pro', 'mpesa', 1000), plan('premium', 'mpesa', 400), pack('pack-400', 400)];
/** Bought at the same time by the same player: a pack, a smaller plan, a bigger plan, another pack. */
const SECOND_PRODUCTS = [pack('pack-4500', 4950), plan('premium', 'mpesa', 400), plan('pro', 'card', 1000), pack('pack-800', 800)];

/** Creates this many confirmed, signed-in players. */
export async function createBuyers(count: number, dataDir: string): Promise<Buyer[]> {
  const made = Array.from({ length: count }, () => ({ id: newId(), token: randomBytes(24).toString('base64url') }));
  const names = made.map(() => `buyer_${randomBytes(6).toString('hex')}`);
  await query(
    `insert into players (id, username, display_name, email, email_confirmed, role, birth_month, age_band)
     select id, name, 'Buyer', name || '@example.com', true, 'player', '1990-01', 18 from unnest($1::uuid[], $2::text[]) as t (id, name)`,
    [made.map(({ id }) => id), names],
    dataDir,
  );
  await query(
    `insert into sessions (id, player_id, token_hash, remembered, expires_at)
     select gen_random_uuid(), player, hash, true, now() + interval '1 day' from unnest($1::uuid[], $2::text[]) as t (player, hash)`,
    [made.map(({ id }) => id), made.map(({ token }) => tokenHash(token))],
    dataDir,
  );
  return made.map(({ id, token }) => ({ id, cookie: `kiddo_session=${token}.test` }));
}

/**
 * Plans the purchases: one per buyer, and two at the same time for the first `twice` buyers. Every other buyer does not return from the
 * sandbox.
 */
export function planPurchases(buyers: Buyer[], twice: number): Purchase[] {
  return buyers.flatMap((buyer, index) => {
    const one = { buyer, product: FIRST_PRODUCTS[index % FIRST_PRODUCTS.length] as Product, comesBack: index % 2 === 0 };
    return index < twice
      ? [one, { buyer, product: SECOND_PRODUCTS[index % SECOND_PRODUCTS.length] as Product, comesBack: index % 3 === 0 }]
      : [one];
  });
}

/** Buys and pays. @returns the reference, and whether the site said that it is paid; null when the site was unreachable */
export async function buy(
  origin: string,
  { buyer, product, comesBack }: Purchase,
): Promise<{ reference: string; saidPaid: boolean } | null> {
  const send = async (address: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(address, origin), {
      method: form ? 'POST' : 'GET',
      headers: { origin, cookie: buyer.cookie },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    if (answer.status !== 302 && answer.status !== 303) throw new Error(`${address} answered ${answer.status}`);
    return answer.headers.get('location') ?? '';
  };
  try {
    const sandboxUrl = await send(product.address, product.form);
    const reference = sandboxUrl.split('/till/')[1] ?? '';
    const back = await send(sandboxUrl, { do: 'pay' });
    const saidPaid = comesBack && (await send(back)).includes('payment=success');
    return { reference, saidPaid };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Processes all items, this many at a time, until `isOver`. @returns the items that are left */
export async function runConcurrently<T>(all: T[], atOnce: number, work: (one: T) => Promise<void>, isOver: () => boolean): Promise<T[]> {
  const left = [...all];
  const worker = async () => {
    for (let one = isOver() ? undefined : left.shift(); one !== undefined; one = isOver() ? undefined : left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return left;
}

/** The sandbox's record of one purchase, independent of what the site knows. */
type SandboxRecord = {
  charge: { reference: string };
  charges: { reference: string; state: string }[];
  subscription: { nextChargeAt: string } | null;
};

/** All purchases, from the sandbox's records. */
export async function readSandboxRecords(dataDir: string): Promise<SandboxRecord[]> {
  const folder = path.join(dataDir, 'till');
  const records: SandboxRecord[] = [];
  for (const name of await fs.readdir(folder)) {
    const states = (await fs.readdir(path.join(folder, name))).filter((file) => /^\d{6}\.json$/.test(file)).toSorted();
    const newest = states.at(-1);
    if (newest !== undefined) records.push(JSON.parse(await fs.readFile(path.join(folder, name, newest), 'utf8')) as SandboxRecord);
  }
  return records;
}

/** The references that are paid according to the sandbox's records. */
export async function listPaidInSandbox(dataDir: string): Promise<string[]> {
  const charges = (await readSandboxRecords(dataDir)).flatMap((one) => one.charges);
  return charges
    .filter(({ state }) => state === 'success')
    .map(({ reference }) => reference)
    .toSorted();
}

/** Makes the delayed checks of payments and webhooks due now. */
export async function makePaymentChecksDue(dataDir: string): Promise<void> {
  await query(`update payments set next_check_at = now() where next_check_at is not null and state in ('created', 'pending')`, [], dataDir);
  await query(`update webhook_events set next_attempt_at = now() where processed_at is null`, [], dataDir);
  await query(`insert into pgboss.job (name) values ('payments.reconcile')`, [], dataDir);
}
