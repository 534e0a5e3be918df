/** What a visitor allows this site to store in the browser (spec 2, section 9). */
export type Consent = (typeof CONSENTS)[number];
export const CONSENTS = ['all', 'essential'] as const;
