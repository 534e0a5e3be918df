/** Cases on one page of the list. */
export const CASES_PAGE_SIZE = 20;
/** Rows of a case loaded at once for its file, so that a whole list is never in memory. */
export const CASE_FILE_PAGE_SIZE = 100;
