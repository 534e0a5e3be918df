/** References of payments loaded at once. */
export const REFERENCES_PAGE_SIZE = 20;
