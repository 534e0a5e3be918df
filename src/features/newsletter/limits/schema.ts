// In a file of their own: the browser needs them, where beside the schemas all of zod would come along.

/** Where the address of a new reader is posted. */
export const NEWSLETTER_PATH = '/newsletter';
/** A field that people do not see, and programs that fill in everything do. No browser fills in one of this name by itself. */
export const HONEYPOT_FIELD = 'extra';
