import { discardJob, forgetJob, redrawJob, tidyJob } from './composing/service.server.ts';

/** Work that somebody asked for. */
export const avatarsQueued = [redrawJob, forgetJob, discardJob, tidyJob];
