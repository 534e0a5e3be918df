/** Players who are looked at in one transaction. */
export const PLAYERS_PER_BATCH = 500;
/** Batches of a run, of which there is one a minute: a million players take 50 minutes, and whoever comes back meanwhile is no crowd. */
export const BATCHES_PER_RUN = 40;
