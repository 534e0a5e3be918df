import { sendToReaderJob, sendToReadersJob } from './service.server.ts';

/** Work that somebody asked for. */
export const campaignQueuedJobs = [sendToReadersJob, sendToReaderJob];
