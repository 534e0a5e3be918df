import { cancelRenewalJob } from './service.server.ts';

/** Queued jobs: enqueued by a user's action. */
export const accountDeletionQueuedJobs = [cancelRenewalJob];
