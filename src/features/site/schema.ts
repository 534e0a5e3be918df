import type { GameCard } from '../games/catalogue/schema.ts';

/** Data of the home page for a visitor. */
export type HomePage = {
  popular: GameCard[];
  /** Excludes the games of the Popular row (spec 1, section 2). */
  trending: GameCard[];
  /** First 8 genres for the Featured Categories tiles (spec 1, section 9). */
  genres: string[];
};

/** One of our pages on another site. `mark`: its logo, an SVG path in a 24 x 24 square. */
export type SocialLink = { name: string; to: string; mark: string };
