import type { GameCard } from '../games/catalogue/schema.ts';

/** What the home page shows to a visitor. */
export type HomePage = {
  popular: GameCard[];
  /** Excludes the games of the Popular row (spec 1, section 2). */
  trending: GameCard[];
  /** First 8 genres for the Featured Categories tiles (spec 1, section 9). */
  genres: string[];
};

/** A page of ours on another site. `mark`: its drawing, a path in a square of 24. */
export type SocialLink = { name: string; to: string; mark: string };
