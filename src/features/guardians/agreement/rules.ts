/** The version of the texts that stand on the guardian's page; a new date, and a new hash, whenever they change. Records name it. */
export const AGREEMENT_VERSION = '2026-11-26';
