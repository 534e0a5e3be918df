import type { PostgresServer } from './postgres.ts';
import type { Ledger, WriteKind } from './traffic.ts';

// What the site acknowledged, compared with its database.

type Query = PostgresServer['query'];

/** The kiddocash that each player of the traffic begins with. */
export const FIRST_KIDDOCASH = 1_000_000;

/** How many writes of each kind were acknowledged so far. */
export function countAcknowledged(ledger: Ledger): Record<WriteKind, number> {
  const count = (entries: { isAcknowledged: boolean }[]) => entries.filter(({ isAcknowledged }) => isAcknowledged).length;
  return {
    messages: count(ledger.messages),
    purchases: count(ledger.purchases),
    plays: count(ledger.plays),
    'ends of plays': ledger.plays.filter(({ isEnded }) => isEnded).length,
    payments: count(ledger.payments),
  };
}

/**
 * What was lost, doubled, or is there although nobody sent it; empty if nothing.
 * @param isSettled whether also all payments must have been worked off
 */
export async function findDifferences(query: Query, ledger: Ledger, { isSettled }: { isSettled: boolean }): Promise<string[]> {
  // What is acknowledged by now must be there; what is sent while these statements run may be.
  const acknowledged = <Entry extends { isAcknowledged: boolean }>(entries: Entry[]) => entries.filter((each) => each.isAcknowledged);
  const now = {
    messages: acknowledged(ledger.messages),
    purchases: acknowledged(ledger.purchases),
    plays: acknowledged(ledger.plays),
    ended: ledger.plays.filter(({ isEnded }) => isEnded),
    payments: acknowledged(ledger.payments),
  };
  return [
    ...(await compareMessages(query, ledger, now.messages)),
    ...(await comparePurchases(query, ledger, now.purchases)),
    ...(await comparePlays(query, ledger, now.plays)),
    ...(await compareEnds(query, now.ended)),
    ...(await comparePayments(query, now.payments, isSettled)),
  ];
}

async function compareMessages(query: Query, ledger: Ledger, acknowledged: Ledger['messages']): Promise<string[]> {
  const rows = await query<{ client_id: string; sender_id: string; body: string }>('select client_id, sender_id, body from messages');
  const sent = new Map(ledger.messages.map((each) => [each.clientId, each]));
  const found = Map.groupBy(rows, (row) => row.client_id);
  const holes = await query<{ low_id: string }>(
    `select low_id from conversations c where last_seq <> (select count(*) from messages m where m.low_id = c.low_id and m.high_id = c.high_id)`,
  );
  return [
    ...acknowledged.filter(({ clientId }) => !found.has(clientId)).map(({ text }) => `a message is lost: ${text}`),
    ...[...found.values()].filter(({ length }) => length > 1).map(([row]) => `a message is there twice: ${row?.body}`),
    ...rows
      .filter(({ client_id, sender_id, body }) => sent.get(client_id)?.text !== body || sent.get(client_id)?.from !== sender_id)
      .map(({ body }) => `a message is not as it was sent: ${body}`),
    ...holes.map(({ low_id }) => `a conversation has holes: ${low_id}`),
  ];
}

async function comparePurchases(query: Query, ledger: Ledger, acknowledged: Ledger['purchases']): Promise<string[]> {
  const keyOf = (player: string, item: string, price: number) => `${player} ${item} ${price}`;
  const players = [...new Set(ledger.purchases.map(({ player }) => player))];
  // In one statement, so that all of it is of one moment.
  const rows = await query<{ player_id: string; balance: number; booked: number; items: { id: string; price: number }[] }>(
    `select w.player_id, w.balance, (select sum(amount)::int from ledger l where l.player_id = w.player_id) as booked,
       (select coalesce(json_agg(json_build_object('id', item_id, 'price', price)), '[]') from inventory i where i.player_id = w.player_id) as items
     from wallets w where player_id = any($1::uuid[])`,
    [players],
  );
  const owned = new Set(rows.flatMap(({ player_id, items }) => items.map(({ id, price }) => keyOf(player_id, id, price))));
  const sent = new Set(ledger.purchases.map(({ player, item, price }) => keyOf(player, item, price)));
  return [
    ...acknowledged
      .map(({ player, item, price }) => keyOf(player, item, price))
      .filter((key) => !owned.has(key))
      .map((key) => `a purchase is lost: ${key}`),
    ...[...owned].filter((key) => !sent.has(key)).map((key) => `nobody bought this: ${key}`),
    ...rows.flatMap(({ player_id, balance, booked, items }) => {
      const wanted = FIRST_KIDDOCASH - items.reduce((sum, { price }) => sum + price, 0);
      return balance === wanted && booked === wanted
        ? []
        : [`${player_id} has ${balance} kiddocash, booked ${booked}, and should have ${wanted}`];
    }),
  ];
}

async function comparePlays(query: Query, ledger: Ledger, acknowledged: Ledger['plays']): Promise<string[]> {
  const rows = await query<{ id: string; player_id: string | null }>('select id, player_id from plays');
  const [counted] = await query<{ plays: number; days: number }>(
    'select (select count(*)::int from plays) as plays, (select sum(plays)::int from game_days) as days',
  );
  const found = new Map(rows.map(({ id, player_id }) => [id, player_id]));
  const sent = new Map(ledger.plays.map(({ id, player }) => [id, player]));
  return [
    ...acknowledged.filter(({ id }) => !found.has(id)).map(({ id }) => `a play is lost: ${id}`),
    ...rows.filter(({ id, player_id }) => sent.get(id) !== player_id).map(({ id }) => `a play is not as it was sent: ${id}`),
    ...(counted?.plays === counted?.days ? [] : [`${counted?.plays} plays, counted ${counted?.days}`]),
  ];
}

async function compareEnds(query: Query, ended: Ledger['plays']): Promise<string[]> {
  const rows = await query<{ play_id: string }>('select play_id from active_plays');
  const active = new Set(rows.map(({ play_id }) => play_id));
  return ended.filter(({ id }) => active.has(id)).map(({ id }) => `the end of a play is lost: ${id}`);
}

async function comparePayments(query: Query, acknowledged: Ledger['payments'], isSettled: boolean): Promise<string[]> {
  const rows = await query<{ player_id: string; reference: string; state: string; periods: number; grants: number }>(
    `select p.player_id, p.reference, p.state,
       (select count(*)::int from paid_periods g where g.player_id = p.player_id) as periods,
       (select count(*)::int from ledger l where l.player_id = p.player_id and l.source = 'plan-grant') as grants
     from payments p`,
  );
  const problems = rows
    .filter(({ periods, grants }) => periods > 1 || grants > 1)
    .map(({ player_id, periods, grants }) => `${player_id} got ${periods} periods and ${grants} times kiddocash for one payment`);
  if (!isSettled) return problems;
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return [
    ...problems,
    ...acknowledged.flatMap(({ reference }) => {
      const row = byReference.get(reference);
      const isGood = row?.state === 'success' && row.periods === 1 && row.grants === 1;
      return isGood ? [] : [`a payment has no effect: ${reference} ${JSON.stringify(row)}`];
    }),
  ];
}
