// These have a file of their own because the browser needs them: in the file with the schemas, they would pull in all of zod.

/** Where the subscription form posts. */
export const NEWSLETTER_PATH = '/newsletter';
/** A honeypot: people do not see this field, but bots fill it in. No browser autofills a field with this name. */
export const HONEYPOT_FIELD = 'extra';
