/** The outline of a badge. */
export const BADGE_SHAPES = ['shield', 'circle', 'square', 'diamond', 'drum', 'leaf'] as const;
/** The color of a badge's ground. */
export const BADGE_COLORS = ['teal', 'blue', 'magenta', 'orange', 'yellow', 'night', 'green', 'brown'] as const;
/** The pattern on the ground, in a lighter tone of its color. */
export const BADGE_CLOTHS = ['triangles', 'circles', 'zigzag', 'diamonds'] as const;
/** What stands in the middle. */
export const BADGE_SIGNS = ['star', 'bolt', 'moon', 'drum', 'ball', 'kite', 'paw', 'waves', 'baobab', 'eye', 'sun', 'book'] as const;

export type BadgeShape = (typeof BADGE_SHAPES)[number];
export type BadgeColor = (typeof BADGE_COLORS)[number];
export type BadgeCloth = (typeof BADGE_CLOTHS)[number];
export type BadgeSign = (typeof BADGE_SIGNS)[number];

/** A group's badge: parts that we draw, so that nobody uploads a picture. */
export type GroupBadge = { shape: BadgeShape; color: BadgeColor; cloth: BadgeCloth; sign: BadgeSign };
