import { beginFiguresJob } from './begin/service.server.ts';
import { deleteFilesJob, deleteOldRenderJob, rerenderAvatarJob, cleanUpUploadJob } from './composition/service.server.ts';

/** The background jobs of avatars. */
export const avatarJobs = [rerenderAvatarJob, deleteOldRenderJob, deleteFilesJob, cleanUpUploadJob];
export const avatarScheduledJobs = [beginFiguresJob];
