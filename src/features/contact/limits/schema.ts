// Input limits, in a file of their own: forms need them in the browser, where beside the schemas all of zod would come along.

export const NAME_MAX = 80;
export const SUBJECT_MAX = 150;
export const BODY_MAX = 4000;
/** A field that people do not see, and programs that fill in everything do. No browser fills in one of this name by itself. */
export const HONEYPOT_FIELD = 'extra';
