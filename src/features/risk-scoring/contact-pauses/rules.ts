// Three independent reports in a day pause a player's new contacts until a moderator looked (docs/decisions/055-risk-scoring.md).

/** This many independent reports pause a player's contacts, if they came within this many hours. */
const INDEPENDENT_REPORTERS = 3;
export const REPORTS_WINDOW_HOURS = 24;
/** Whose report about the player was dismissed does not count for this many days. */
export const DISMISSED_DAYS = 30;
/** Reporters that are looked at, the newest. */
export const REPORTERS_MAX = 30;

/** Who reported, and the day (UTC) on which their account was made. */
export type Reporter = { id: string; joinedOn: string };

/**
 * Whether three of the reporters are independent: their accounts were made on three different days, and they are not all friends of each
 * other. Three accounts that one person made for this, and three friends who agreed on it, are not.
 * @param friendPairs the friendships among them
 */
export function hasIndependentReporters(reporters: readonly Reporter[], friendPairs: readonly (readonly [string, string])[]): boolean {
  const friends = new Set(friendPairs.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const areFriends = (one: Reporter, other: Reporter) => friends.has(`${one.id} ${other.id}`);
  const distinct = [...new Map(reporters.map((reporter) => [reporter.id, reporter])).values()];
  return distinct.some((a, i) =>
    distinct.slice(i + 1).some((b, j) =>
      distinct.slice(i + j + 2).some((c) => {
        const isOfOneDay = new Set([a.joinedOn, b.joinedOn, c.joinedOn]).size < INDEPENDENT_REPORTERS;
        return !isOfOneDay && !(areFriends(a, b) && areFriends(b, c) && areFriends(a, c));
      }),
    ),
  );
}
