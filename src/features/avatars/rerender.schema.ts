/** The job that redraws a player. It is in its own file so that code that sells items can enqueue it in its own transaction. */
export const RERENDER_AVATAR = { name: 'avatars.rerender', retry: { limit: 20, seconds: 2, secondsMax: 3600 } };

/** The player to redraw. */
export type RerenderAvatarPayload = { playerId: string };

/** The job that deletes the files of an old drawing, one day later: by then, pages that still refer to it are closed. */
export const DELETE_OLD_RENDER = {
  name: 'avatars.delete-old-render',
  retry: { limit: 20, seconds: 60, secondsMax: 3600 },
  delaySeconds: 86_400,
};
export type DeleteOldRenderPayload = { playerId: string; drawing: string };

/** The job that deletes files that must not be seen any longer, whether or not a replacement is drawn yet. */
export const DELETE_FILES = { name: 'avatars.delete-files', retry: { limit: 20, seconds: 5, secondsMax: 3600 } };
/** @param drawingsOf the player whose drawings are all deleted too, since they show what must not be seen; the player is then redrawn */
export type DeleteFilesPayload = { files: string[]; drawingsOf?: string };

/** The job that deletes the file of an upload that failed half-way. It is enqueued before the file is stored, and runs an hour later. */
export const CLEAN_UP_UPLOAD = { name: 'avatars.clean-up-upload', retry: { limit: 20, seconds: 60, secondsMax: 3600 }, delaySeconds: 3600 };
export type CleanUpUploadPayload = { upload: string; file: string };
