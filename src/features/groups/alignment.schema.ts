/** The job that brings a player's groups in line with their age. In a file of its own, so that what changes ages can enqueue it. */
export const ALIGN_GROUPS = { name: 'groups.align', retry: { limit: 20, seconds: 2, secondsMax: 3600 } };

/** The player whose age, or whose guardian's word about somebody, has changed, or whose account was closed. */
export type AlignGroupsPayload = { playerId: string };
