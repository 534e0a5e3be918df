import type { ActionResult } from '../../../shared/action-result.ts';
import type { ResultToast } from '../../accounts/schema.ts';

/** A device where the player is signed in. */
export type SessionItem = {
  id: string;
  /** For example 'Chrome on Android'. */
  device: string;
  /** The IP range of the sign-in, without the part that identifies the household. */
  ipRange: string;
  /** When the session started, and when it was last used (ISO). */
  signedInAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
};

/** Data of the Security tab. */
export type SecurityView = {
  /** False if the player signs in with Google only. */
  hasPassword: boolean;
  sessions: SessionItem[];
  /** Whether there are more sessions than shown. */
  hasMore: boolean;
  /** Null: two-factor authentication is off. */
  twoFactor: { codesLeft: number } | null;
};

/** A QR code as an SVG path, `size` wide and high. */
type QrCode = { size: number; path: string };

/** The key for the authenticator app: as text, and as a QR code. */
export type TwoFactorSetup = { key: string; qrCode: QrCode };

/** The result of a form of the tab. `codes` are backup codes; they are shown only this once. */
export type SecurityResult = ActionResult<
  { action: string; toast: ResultToast | null; setUp?: TwoFactorSetup; codes?: string[] },
  { action?: string; toast?: ResultToast; setUp?: TwoFactorSetup }
>;

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
