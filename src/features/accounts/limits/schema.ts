// Input limits (spec 1, section 9; spec 2, section 9). In a file of their own, because texts and forms need them in the
// browser: from beside the schemas they would bring all of zod to every page.

export const USERNAME_MAX = 30;
export const DISPLAY_NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
/** Beyond this the hash would only cost time. */
export const PASSWORD_MAX = 128;
