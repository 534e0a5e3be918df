import type { QueryPrepared } from '../../infra/database/database.ts';
import { premiumCondition } from './rules.ts';

const PREMIUM = { name: 'premium', text: `select ${premiumCondition('$1::uuid', '$2::timestamptz')} as premium` };

/** Whether a player has premium at the given time. */
export async function hasPremiumAt(prepared: QueryPrepared, playerId: string, at: Date): Promise<boolean> {
  return (await prepared<{ premium: boolean }>(PREMIUM, [playerId, at]))[0]?.premium === true;
}

const NEXT_END = {
  name: 'next end of premium',
  text: `select least(
    (select min(pp.ends_at) from paid_periods pp
      where pp.player_id = $1::uuid and pp.revoked_at is null and pp.begins_at <= $2::timestamptz and pp.ends_at > $2),
    (select min(ps.grace_until) from subscriptions ps
      where ps.player_id = $1::uuid and ps.state in ('active', 'attention') and ps.grace_until > $2)) as at`,
};

/** The next time after `at` when part of a player's premium ends, or null if there is none. */
export async function findNextPremiumEnd(prepared: QueryPrepared, playerId: string, at: Date): Promise<Date | null> {
  return (await prepared<{ at: Date | null }>(NEXT_END, [playerId, at]))[0]?.at ?? null;
}
