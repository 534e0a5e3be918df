import type { SettingsResult } from '../schema.ts';

/** A phone or computer where the player is signed in. */
export type SessionItem = {
  id: string;
  /** 'Chrome on Android'. */
  device: string;
  /** Where it signed in from, without what would tell the household. */
  ipRange: string;
  /** When it signed in, and when it was last used (ISO). */
  signedInAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
};

/** The Security tab. */
export type SecurityView = {
  /** Who signs in through another site only has none. */
  hasPassword: boolean;
  sessions: SessionItem[];
  /** There are more than are shown. */
  hasMore: boolean;
  /** Null: there is no second step. */
  twoFactor: { codesLeft: number } | null;
};

/** A drawing of dark squares, as the path of an SVG that is `size` wide and high. */
type QrCode = { size: number; path: string };

export type SecurityResult = SettingsResult & {
  /** The key that an app is to get: to be typed, and as a drawing to be scanned. */
  setUp?: { key: string; qrCode: QrCode };
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
