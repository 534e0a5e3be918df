/** Pictures on a page of the queue. */
export const PICTURES_PAGE_SIZE = 20;
/** Longer than this nobody should wait for a look at their picture. */
export const OVERDUE_HOURS = 24;
