/** Data of the Account tab. */
export type AccountView = {
  username: string;
  displayName: string;
  email: string;
  /** URL of the avatar, and whether the player chose it. */
  avatar: string;
  hasAvatar: boolean;
  /** How many username changes are left now, and when the next one is allowed (ISO) if there are none. */
  renamesLeft: number;
  renameAllowedAt: string | null;
  /** The same of the display name. */
  displayNameChangesLeft: number;
  displayNameChangeAllowedAt: string | null;
  /** False if the player signs in with Google only, so there is no password to ask for. */
  hasPassword: boolean;
  /** Whether a code is asked for too. */
  hasTwoFactor: boolean;
  /** A new address that is not confirmed yet. */
  newEmail: string | null;
  /** The player's month of birth, like '2012-03'. */
  birthMonth: string | null;
};

/** What the link to a new address can do. `email`: the address that it confirms. */
export type EmailLinkState = { state: 'log-in' } | { state: 'invalid' } | { state: 'ready'; email: string } | { state: 'done' };
