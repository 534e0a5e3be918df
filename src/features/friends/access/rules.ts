import { urlForAvatar } from '../../../shared/avatar-url.ts';
import {
  AGE_BAND_RULES,
  AGE_BANDS,
  isTeamRole,
  needsGuardian,
  type AgeBand,
  type BandRules,
  type Role,
} from '../../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../../shared/presence.ts';
import type { PlayerSummary, Presence, Relation } from '../schema.ts';

/**
 * Who may see, find and ask a player who never saved their privacy settings; the table's columns have the same defaults. The profile is for
 * friends: a child's first day here must not depend on finding a setting.
 */
export const DEFAULT_PRIVACY = { profile: 'friends', finding: 'everyone', asking: 'everyone', online: true } as const;

/** The bands of which this is true, as a list for SQL's `in`. */
export function listBandsWhere(isListed: (rules: BandRules, band: AgeBand) => boolean): string {
  return `(${AGE_BANDS.filter((band) => isListed(AGE_BAND_RULES[band], band)).join(', ') || 'null'})`;
}

/** The bands of grown-ups, as a list for SQL's `in`. */
export const ADULT_BANDS = listBandsWhere((_rules, band) => !needsGuardian(band));

/**
 * The SQL condition of whether the ages of two players let them be in touch: by the one table (AGE_BAND_RULES), or because the guardian of the
 * younger one approved the other by name. Nobody looks at what guardians approved unless one of the two is a grown-up and the other is not.
 * False where an account is closed: it reaches nobody. Null while the age of one of them is not known: nothing new begins then, and what there
 * is stays. Whatever else may bring two players together belongs here.
 * @param one alias of a row of `players`; so is `other`
 */
export function whereAgesReach(one: string, other: string): string {
  const pairs = AGE_BANDS.flatMap((band) => AGE_BAND_RULES[band].reaches.map((reached) => `(${band}, ${reached})`));
  return `case when ${one}.closed_as is not null or ${other}.closed_as is not null then false
    when (${one}.age_band, ${other}.age_band) in (${pairs.join(', ')}) then true
    when ${one}.age_band is null or ${other}.age_band is null then null
    when ${one}.age_band in ${ADULT_BANDS} then ${whereApproved(one, other)}
    when ${other}.age_band in ${ADULT_BANDS} then ${whereApproved(other, one)}
    else false end`;
}

/** Nobody of the team: what they do with players is moderation. The function is in migration 0037. */
function whereApproved(adult: string, child: string): string {
  return `(${adult}.role = 'player' and is_approved_adult(${adult}.id, ${child}.id))`;
}

/**
 * The SQL condition of whether what two players are to each other counts: not where their ages keep them apart, also if the row should have
 * been paused and was not; but while an age is not known friends stay friends. The parameters are those of `whereAgesReach`.
 */
export function whereAgesAllow(one: string, other: string): string {
  return `(${whereAgesReach(one, other)}) is not false`;
}

/**
 * SQL condition: the ages let two players be members of one group, whoever brings them together: they let the two be in touch, or the two are
 * friends and not apart. Blocks are another question.
 * @param one alias of a row of `players`; so is `other`
 */
export function whereAgesMeet(one: string, other: string): string {
  return `(coalesce(${whereAgesReach(one, other)}, false) or (${whereAgesAllow(one, other)} and exists (select 1 from friendships pair
    where pair.low_id = least(${one}.id, ${other}.id) and pair.high_id = greatest(${one}.id, ${other}.id) and pair.state = 'accepted')))`;
}

/**
 * SQL condition of whether the account of the player `p` is visible to others: only after its email address is confirmed, not after its scheduled
 * deletion date, and not while it is closed.
 */
export const IS_ACTIVE_ACCOUNT = `p.email_confirmed and p.closed_as is null and (p.deletes_at is null or p.deletes_at > now())`;

/** A player as lists of players name them. */
export type PlayerRecord = { id: string; username: string; display_name: string; avatar_url: string | null; role: Role };

/** A player as others see them in lists. */
export function toPlayerSummary(row: PlayerRecord): PlayerSummary {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatar: urlForAvatar(row.id, row.avatar_url),
    isTeam: isTeamRole(row.role),
  };
}

/** Whether a player is online at a time, as far as they show it to who asks. */
export function toPresenceAt(row: { shows_online: boolean; seen_at: Date | null; is_offline: boolean }, now: Date): Presence {
  if (!row.shows_online) return null;
  const online = row.seen_at !== null && !row.is_offline && now.getTime() - row.seen_at.getTime() < ONLINE_SECONDS * 1000;
  return { online, lastSeen: row.seen_at?.toISOString() ?? null };
}

/** The relation between two players, from the first one's point of view. */
export function toRelation(row: { relation: Exclude<Relation, 'blocked'>; blocked: boolean }): Relation {
  return row.blocked ? 'blocked' : row.relation;
}

/**
 * Whether the first player may see the second one's names and picture: on a page, in a search or list, because their friendship is paused, or
 * because they blocked them; or in a group of both (`may_visit`). A block alone shows nobody whom the ages keep out of sight.
 */
export function isKnown(row: {
  may_visit: boolean;
  may_find: boolean;
  friendship_paused: boolean;
  blocked: boolean;
  in_reach: boolean;
}): boolean {
  return row.may_visit || row.may_find || row.friendship_paused || (row.blocked && row.in_reach);
}
