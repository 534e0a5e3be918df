import { cancelRenewalJob } from './service.server.ts';

/** Work that somebody asked for. */
export const accountDeletionQueuedJobs = [cancelRenewalJob];
