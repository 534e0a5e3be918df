/** Former names, devices, pictures and notes that the record of a player shows. */
export const RECORD_LIST_MAX = 20;
/** Days over which refused texts are counted. */
export const REFUSALS_DAYS = 30;
