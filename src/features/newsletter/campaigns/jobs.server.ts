import { sendToReaderJob, sendToReadersJob } from './service.server.ts';

/** Queued jobs: enqueued by a user's action. */
export const campaignQueuedJobs = [sendToReadersJob, sendToReaderJob];
