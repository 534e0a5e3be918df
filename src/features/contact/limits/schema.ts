// Input limits. They have a file of their own because forms need them in the browser: in the file with the schemas, they would pull in all
// of zod.

export const NAME_MAX = 80;
export const SUBJECT_MAX = 150;
export const BODY_MAX = 4000;
/** A honeypot: people do not see this field, but bots fill it in. No browser autofills a field with this name. */
export const HONEYPOT_FIELD = 'extra';
