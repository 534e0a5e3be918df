/** Entries of the audit log that the page of an account shows. */
export const ACCOUNT_LOG_MAX = 50;
