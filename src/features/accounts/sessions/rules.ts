import type { Role } from '../../../shared/permissions.ts';

/** Minimum number of minutes between two updates of a session's last-used time. */
export const LAST_USED_INTERVAL_MINUTES = 10;

/** The demo accounts of the team, with the password that everybody knows. */
const DEMO_TEAM: readonly string[] = ['mod', 'ops'];

/** Whether a player of the team needs no second step: the demo accounts, so that whoever tries Kiddo out sees the team's pages. */
export function isSecondStepWaived(mode: 'demo' | 'production', player: { role: Role; username: string; is_demo: boolean }): boolean {
  return mode === 'demo' && player.role !== 'player' && player.is_demo && DEMO_TEAM.includes(player.username);
}
