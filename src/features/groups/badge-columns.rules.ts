import type { BadgeCloth, BadgeColor, BadgeShape, BadgeSign, GroupBadge } from './badge/schema.ts';

/** The columns of `groups` from which a badge is drawn. */
export type BadgeColumns = { badge_shape: BadgeShape; badge_color: BadgeColor; badge_cloth: BadgeCloth; badge_sign: BadgeSign };

/** The badge of a group. */
export function toBadge(row: BadgeColumns): GroupBadge {
  return { shape: row.badge_shape, color: row.badge_color, cloth: row.badge_cloth, sign: row.badge_sign };
}
