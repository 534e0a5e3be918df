/** An item stored in the visitor's browser, as listed on /cookies. */
export type StoredItem = {
  /** The item's name; `*` stands for a variable suffix. */
  name: string;
  /** A cookie is sent to our server with every request; the other two never leave the browser. */
  where: 'cookie' | 'this device' | 'this tab';
  purpose: string;
  lasts: string;
  /** Stored without consent, because a feature that the user requested needs it. */
  needed: boolean;
};

/** Where the consent form posts without JavaScript, and the style sheet that hides the banner for these browsers. */
export const CONSENT_PATH = '/consent';
export const CONSENT_STYLE_PATH = '/consent/style';
