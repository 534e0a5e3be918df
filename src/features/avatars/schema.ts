import type { ActionResult } from '../../shared/action-result.ts';

/** The chosen head of a figure, as a form sends it: a template's id, or one of these. */
export const GENERATED_HEAD = ':drawn';
export const UPLOADED_HEAD = ':own';

/** A template to choose from. */
type TemplateView = { id: string; name: string; style: string; picture: string; isPremium: boolean };

/** A picture that a player uploaded. */
export type UploadedPicture = {
  id: string;
  state: 'waiting' | 'approved' | 'refused';
  /** Where its owner sees it; null if it was refused. */
  url: string | null;
  /** Whether it is what everybody sees of its owner. */
  isWorn: boolean;
};

/** The avatar editor's data. */
export type AvatarView = {
  templates: TemplateView[];
  /** A template's id, GENERATED_HEAD or UPLOADED_HEAD. */
  chosen: string;
  skin: string;
  /** The picture that they uploaded last. */
  latestUpload: UploadedPicture | null;
  /** Their approved picture, which they can wear; null if there is none. */
  approvedUrl: string | null;
  /** The avatar as everybody sees it now: the small picture, and the whole figure if one was drawn. */
  avatarUrl: string;
  bodyUrl: string | null;
  /** The picture generated from the player's id, to which they can switch back. */
  generatedUrl: string;
};

/** The `do` field of the editor's forms. */
export const AVATAR_ACTIONS = ['choose', 'restore', 'upload', 'delete'] as const;
export type AvatarAction = (typeof AVATAR_ACTIONS)[number];

/** Why a picture was not accepted, or why nothing was changed. */
export type AvatarErrorCode =
  | 'not-a-picture'
  | 'not-this-kind'
  | 'broken'
  | 'too-large'
  | 'too-many-pixels'
  | 'signed-out'
  | 'premium'
  | 'too-many'
  | 'gone'
  | 'failed';
export type AvatarResult = ActionResult<{ action: AvatarAction }, { action: AvatarAction; code: AvatarErrorCode }>;

/** Maximum size of an uploaded picture (spec 2, section 9). */
export const UPLOAD_BYTES_MAX = 2 * 1024 * 1024;
/** Accepted MIME types. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export const AVATAR_PATH = '/avatar-customization';

/** The URL at which its owner and moderators see an uploaded picture. */
export function urlForPicture(id: string): string {
  return `/avatars/pictures/${id}`;
}

/** The URL of a player's whole figure, or null for a player who only has the generated picture. */
export function urlForBody(avatar: string): string | null {
  return /^\/media\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/face\.webp$/.test(avatar) ? avatar.replace(/face\.webp$/, 'figure.webp') : null;
}
