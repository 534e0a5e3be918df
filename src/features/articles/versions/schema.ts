/** What a version of a text is: what people see, what they do not see yet, or that they see nothing. */
export type VersionState = 'published' | 'draft' | 'withdrawn';
