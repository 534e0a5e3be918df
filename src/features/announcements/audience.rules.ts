import { premiumCondition } from '../premium/rules.ts';

/**
 * Whether an announcement is for a player, as an SQL condition: the line and the bell decide by it.
 * @param announcement the alias of its row @param player SQL expression for the player's id @param at SQL expression for the time
 */
export function audienceCondition(announcement: string, player: string, at: string): string {
  return `case ${announcement}.audience
    when 'everybody' then true
    when 'plans' then ${premiumCondition(player, at, `${announcement}.plans`)}
    else exists (select 1 from play_history ph where ph.player_id = ${player} and ph.game_id = ${announcement}.game_id) end`;
}
