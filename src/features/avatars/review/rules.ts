/** Pictures on one page of the queue. */
export const PICTURES_PAGE_SIZE = 20;
/** A picture that waits longer than this is overdue. */
export const OVERDUE_HOURS = 24;
