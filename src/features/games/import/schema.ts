import type { ContentMark } from '../../../shared/permissions.ts';

/** A validated row: lists are arrays, empty texts are null. Its names are the columns of spec 1, section 3. */
export type ImportRow = {
  Id: string;
  Title: string;
  Developer: string | null;
  Description: string;
  KeyFeatures: string[];
  Instructions: { keys: string[]; does: string }[];
  GameURL: string | null;
  Assets: string[];
  Genres: string[];
  Tags: string[];
  MobileReady: boolean;
  Gender: string[];
  is_premium: boolean;
  created_at: Date | null;
  creator_id: string | null;
  staff_order: number | null;
  max_players: number;
  /** The age from which the game fits its players; 0: for everyone. Null: not said, so what is stored stays (for a new game 0). */
  minAge: ContentMark | null;
};

/** What an import did, or would have done. */
export type ImportReport = {
  added: number;
  changed: number;
  unchanged: number;
  /** One line for each invalid row: which row, and why. */
  rejected: { row: string; reason: string }[];
  /** Games of which something stays as an operator changed it: its columns; 'removed' if an operator removed the game, and it stays so. */
  kept: { row: string; columns: string[] | 'removed' }[];
  /** False when invalid rows blocked the whole import (the default). */
  applied: boolean;
};
