import { sql } from 'kysely';
import type { AppContext } from '../../src/context.server.ts';
import { toPlayerPair } from '../../src/features/chat/messages.rules.ts';
import { sendRequest } from './chat-load.ts';
import type { Player } from './players.ts';
import { percentile, measureMs, type BenchmarkRow } from './report.ts';

// What opening a conversation costs with few messages, and with many.

const FEW_MESSAGES = 100;
const MANY_MESSAGES = 100_000;
const TIMES = 200;
const WARMUP_RUNS = 30;
const GROWTH_MAX = 1.5;
/** How many rows one statement inserts. */
const BATCH_SIZE = 20_000;

/** Makes pairs of players friends. */
export async function befriend(ctx: AppContext, pairs: [Player, Player][]): Promise<void> {
  const [low, high] = [
    pairs.map(([one, other]) => toPlayerPair(one.id, other.id).low),
    pairs.map(([one, other]) => toPlayerPair(one.id, other.id).high),
  ];
  await sql`
    insert into friendships (low_id, high_id, state, requested_by, accepted_at)
    select low, high, 'accepted', low, now() from unnest(${low}::uuid[], ${high}::uuid[]) as pair (low, high)`.execute(ctx.db);
}

/** Befriends one player with two others: a conversation with few messages and one with many. */
export async function makeConversations(ctx: AppContext, [me, few, many]: [Player, Player, Player], texts: string[]): Promise<void> {
  await befriend(ctx, [
    [me, few],
    [me, many],
  ]);
  for (const [friend, count] of [[few, FEW_MESSAGES] as const, [many, MANY_MESSAGES] as const]) {
    const { low, high } = toPlayerPair(me.id, friend.id);
    await sql`
      insert into conversations (low_id, high_id, last_seq, last_at, low_read, high_read)
      values (${low}, ${high}, ${count}, now(), ${count}, ${count})`.execute(ctx.db);
    for (let from = 1; from <= count; from += BATCH_SIZE) {
      const to = Math.min(from + BATCH_SIZE - 1, count);
      await sql`
        insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at)
        select ${low}::uuid, ${high}::uuid, n, case when n % 3 = 0 then ${low}::uuid else ${high}::uuid end, gen_random_uuid(),
          (${texts}::text[])[1 + n % ${texts.length}], now() - (${count} - n) * interval '20 seconds'
        from generate_series(${from}::int, ${to}::int) n`.execute(ctx.db);
    }
  }
}

/** Opens both conversations in turn: the data request, and the whole page. */
export async function measureOpening(origin: string, [me, few, many]: [Player, Player, Player]): Promise<BenchmarkRow[]> {
  const pages = [
    { what: 'GET /chat/{friend}', address: (friend: Player) => `${origin}/chat/${friend.id}` },
    { what: 'GET /friends?chat={friend}', address: (friend: Player) => `${origin}/friends?chat=${friend.id}` },
  ];
  const times = pages.map(() => ({ few: [] as number[], many: [] as number[] }));
  for (let i = 0; i < WARMUP_RUNS + TIMES; i++) {
    for (const [page, { address }] of pages.entries()) {
      // Each conversation goes first every other time.
      for (const which of i % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        const ms = await measureMs(() => fetchConversationPage(address(which === 'few' ? few : many), me));
        if (i >= WARMUP_RUNS) times[page]?.[which].push(ms);
      }
    }
  }
  return pages.flatMap(({ what }, page) =>
    [0.5, 0.95].map((share): BenchmarkRow => {
      const [little, much] = [percentile(times[page]?.few ?? [], share), percentile(times[page]?.many ?? [], share)];
      return {
        metric: `${what} with ${MANY_MESSAGES.toLocaleString('en')} messages in it, ${TIMES} times, p${share * 100} (with ${FEW_MESSAGES}: ${little.toFixed(1)} ms)`,
        measured: `${much.toFixed(1)} ms, ${(much / little).toFixed(2)} times`,
        target: `${GROWTH_MAX} times`,
        ok: much / little <= GROWTH_MAX,
      };
    }),
  );
}

async function fetchConversationPage(url: string, { cookie }: Player): Promise<void> {
  const { status, text } = await sendRequest(url, { headers: { cookie } });
  if (status !== 200 || !text.includes('clientId')) throw new Error(`${url} was answered with ${status}, or without messages`);
}
