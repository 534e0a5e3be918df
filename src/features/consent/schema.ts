/** What is kept in somebody's browser, as /cookies tells of it. */
export type StoredItem = {
  /** Its name; with `*` where more comes after it. */
  name: string;
  /** A cookie goes to our server with every request; the other two never leave the browser. */
  where: 'cookie' | 'this device' | 'this tab';
  purpose: string;
  lasts: string;
  /** Kept without being asked about, because it does what somebody asked for. */
  needed: boolean;
};

/** Where a choice is posted by who has no scripts, and the styles that show it to them. */
export const CONSENT_PATH = '/consent';
export const CONSENT_STYLE_PATH = '/consent/style';
