/**
 * The one rule for premium, as a condition of SQL: time that was paid for runs now, or a card that renews is within its days of
 * grace. @param player an expression for the player's id. @param at one for the moment
 */
export function premiumCondition(player: string, at: string): string {
  return `(exists (select 1 from paid_periods pp
      where pp.player_id = ${player} and pp.revoked_at is null and pp.begins_at <= ${at} and pp.ends_at > ${at})
    or exists (select 1 from subscriptions ps
      where ps.player_id = ${player} and ps.state <> 'ended' and ps.state in ('active', 'attention') and ps.grace_until > ${at}))`;
}
