import { mailReader, mailReaders } from './service.server.ts';

/** Work that somebody asked for. */
export const mailingQueued = [mailReaders, mailReader];
