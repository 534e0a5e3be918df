import { stopRenewingJob } from './service.server.ts';

/** Work that somebody asked for. */
export const leavingQueued = [stopRenewingJob];
