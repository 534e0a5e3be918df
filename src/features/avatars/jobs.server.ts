import { deleteFilesJob, deleteOldRenderJob, rerenderAvatarJob, cleanUpUploadJob } from './composition/service.server.ts';

/** Work that somebody asked for. */
export const avatarJobs = [rerenderAvatarJob, deleteOldRenderJob, deleteFilesJob, cleanUpUploadJob];
