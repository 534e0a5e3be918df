import type { SettingsAnswer } from '../schema.ts';

/** A phone or computer where the player is signed in. */
export type SessionLine = {
  id: string;
  /** 'Chrome on Android'. */
  device: string;
  /** Where it signed in from, without what would tell the household. */
  place: string;
  /** When it signed in, and when it was last used (ISO). */
  since: string;
  used: string;
  isThis: boolean;
};

/** The Security tab. */
export type SecurityView = {
  /** Who signs in through another site only has none. */
  hasPassword: boolean;
  sessions: SessionLine[];
  /** There are more than are shown. */
  hasMore: boolean;
  /** Null: there is no second step. */
  second: { codesLeft: number } | null;
};

/** A drawing of dark squares, as the path of an SVG that is `size` wide and high. */
export type Drawing = { size: number; path: string };

export type SecurityAnswer = SettingsAnswer & {
  /** The key that an app is to get: to be typed, and as a drawing to be scanned. */
  setUp?: { key: string; drawing: Drawing };
  /** Backup codes, shown this once. */
  codes?: string[];
};

/** The forms of the tab, by their field `do`. */
export const SECURITY_FORMS = [
  'password',
  'password-link',
  'session-out',
  'others-out',
  'second-begin',
  'second-confirm',
  'second-off',
  'second-codes',
] as const;
export type SecurityForm = (typeof SECURITY_FORMS)[number];
