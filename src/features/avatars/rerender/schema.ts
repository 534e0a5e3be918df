/** The job that draws a player anew. It stands by itself, so that whoever sells what is worn can ask for it in their transaction. */
export const RERENDER_AVATAR = { name: 'avatars.redraw', retry: { limit: 20, seconds: 2, secondsMax: 3600 } };

/** Whose picture is to be drawn anew. */
export type RerenderAvatarPayload = { playerId: string };

/** The job that takes the files of a former drawing away, a day later: then pages that still name it are closed. */
export const DELETE_OLD_RENDER = { name: 'avatars.forget', retry: { limit: 20, seconds: 60, secondsMax: 3600 }, delaySeconds: 86_400 };
export type DeleteOldRenderPayload = { playerId: string; drawing: string };

/** The job that takes files away that must not be seen any longer, whether or not something else is drawn yet. */
export const DELETE_FILES = { name: 'avatars.discard', retry: { limit: 20, seconds: 5, secondsMax: 3600 } };
/** @param drawingsOf the player whose drawings all go too, since they show what must not be seen; what is left to show is drawn anew */
export type DeleteFilesPayload = { files: string[]; drawingsOf?: string };

/** The job that takes a picture away whose upload broke off: it is asked for before the picture is stored, and looks an hour later. */
export const CLEAN_UP_UPLOAD = { name: 'avatars.tidy', retry: { limit: 20, seconds: 60, secondsMax: 3600 }, delaySeconds: 3600 };
export type CleanUpUploadPayload = { upload: string; file: string };
