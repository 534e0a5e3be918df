/** What is chosen as the head of a figure, as a form sends it: a template's id, or one of these. */
export const GENERATED_HEAD = ':drawn';
export const UPLOADED_HEAD = ':own';

/** A picture to choose from. */
type TemplateView = { id: string; name: string; style: string; picture: string; isPremium: boolean };

/** The picture that a player brought. */
export type UploadedPicture = {
  id: string;
  state: 'waiting' | 'approved' | 'refused';
  /** Where its owner sees it; null once it was refused. */
  url: string | null;
};

/** What a player sees who may change how they look. */
export type AvatarView = {
  templates: TemplateView[];
  /** A template's id, DRAWN or OWN. */
  chosen: string;
  skin: string;
  /** The last picture that they brought. */
  latestUpload: UploadedPicture | null;
  /** Their picture that was approved and can be worn, if there is one. */
  approvedUrl: string | null;
  /** As everybody sees them now: in small, and whole where something was drawn. */
  avatarUrl: string;
  bodyUrl: string | null;
  /** The picture drawn from the player's id, for who wants it back. */
  generatedUrl: string;
};

/** What a form of the editor asks for. */
export const AVATAR_ACTIONS = ['choose', 'upload', 'delete'] as const;
export type AvatarAction = (typeof AVATAR_ACTIONS)[number];

/** Why a picture was not taken, or nothing was changed. */
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
export type AvatarResult = { ok: true; action: AvatarAction } | { ok: false; action: AvatarAction; errorCode: AvatarErrorCode };

/** A picture may weigh this much (spec 2, section 9). */
export const UPLOAD_BYTES_MAX = 2 * 1024 * 1024;
/** Kinds that are taken; the browser's own words for them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export const AVATAR_PATH = '/avatar-customization';

/** The whole figure of a player whose picture we drew, or null for who has only the picture from their id. */
export function urlForBody(avatar: string): string | null {
  return /^\/media\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/face\.webp$/.test(avatar) ? avatar.replace(/face\.webp$/, 'figure.webp') : null;
}
