/** Whole hours of the day (0 to 23) in Nairobi: from `from`, up to `until`, over midnight if that is earlier. */
export type QuietHours = { from: number; until: number };

/** A browser of the player's that may be told. */
export type PushDevice = {
  id: string;
  /** For example 'Chrome' and 'Android'; null for what is not recognized. */
  browser: string | null;
  system: string | null;
  /** When it was turned on, and when it ends with its session (ISO). */
  turnedOnAt: string;
  endsAt: string;
  isCurrent: boolean;
};

/** What the settings show about telling browsers. */
export type PushView = {
  /** The site's public key, which a browser needs to subscribe. */
  publicKey: string;
  devices: PushDevice[];
  /** Null: none. */
  quietHours: QuietHours | null;
  /** Under 18 the quiet hours can be longer than these, not shorter; null: any, or none. */
  leastQuietHours: QuietHours | null;
};

/**
 * The forms about it, by their field `do`: a browser subscribes, or says that its subscription has become another one; one is turned off; the
 * quiet hours; a test.
 */
export const PUSH_FORMS = ['push-on', 'push-renew', 'push-off', 'push-quiet', 'push-test'] as const;
export type PushForm = (typeof PUSH_FORMS)[number];
