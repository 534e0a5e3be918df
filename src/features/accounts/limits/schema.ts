// Input limits (spec 1, section 9; spec 2, section 9). They have a file of their own because texts and forms need them in the browser: in
// the file with the schemas, they would pull all of zod into every page.

export const USERNAME_MAX = 30;
export const DISPLAY_NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
/** A longer password would only make hashing slower. */
export const PASSWORD_MAX = 128;
