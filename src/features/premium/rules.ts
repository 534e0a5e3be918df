/**
 * The single rule for premium, as an SQL condition: a paid period is running now, or an auto-renewing card is within its grace days.
 * @param player SQL expression for the player's id
 * @param at SQL expression for the time to check
 * @param plans SQL expression for ids of plans: only these count. Without it, all do
 */
export function premiumCondition(player: string, at: string, plans?: string): string {
  const isOf = (table: string) => (plans === undefined ? '' : ` and ${table}.plan_id = any (${plans})`);
  return `(exists (select 1 from paid_periods pp
      where pp.player_id = ${player} and pp.revoked_at is null and pp.begins_at <= ${at} and pp.ends_at > ${at}${isOf('pp')})
    or exists (select 1 from subscriptions ps
      where ps.player_id = ${player} and ps.state <> 'ended' and ps.state in ('active', 'attention') and ps.grace_until > ${at}${isOf('ps')}))`;
}
