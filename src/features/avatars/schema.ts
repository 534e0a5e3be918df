/** What is chosen as the head of a figure, as a form sends it: a template's id, or one of these. */
export const DRAWN = ':drawn';
export const OWN = ':own';

/** A picture to choose from. */
export type TemplateView = { id: string; name: string; style: string; picture: string; isPremium: boolean };

/** The picture that a player brought. */
export type OwnPicture = {
  id: string;
  state: 'waiting' | 'approved' | 'refused';
  /** Where its owner sees it; null once it was refused. */
  address: string | null;
};

/** What a player sees who may change how they look. */
export type AvatarView = {
  templates: TemplateView[];
  /** A template's id, DRAWN or OWN. */
  chosen: string;
  skin: string;
  /** The last picture that they brought. */
  picture: OwnPicture | null;
  /** Their picture that was approved and can be worn, if there is one. */
  own: string | null;
  /** As everybody sees them now: in small, and whole where something was drawn. */
  avatar: string;
  figure: string | null;
  /** The picture drawn from the player's id, for who wants it back. */
  drawn: string;
};

/** What a form of the editor asks for. */
export const AVATAR_DEEDS = ['choose', 'upload', 'delete'] as const;
export type AvatarDeed = (typeof AVATAR_DEEDS)[number];

/** Why a picture was not taken, or nothing was changed. */
export type AvatarFault =
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
export type AvatarAnswer = { ok: true; did: AvatarDeed } | { ok: false; asked: AvatarDeed; fault: AvatarFault };

/** A picture may weigh this much (spec 2, section 9). */
export const UPLOAD_BYTES_MAX = 2 * 1024 * 1024;
/** Kinds that are taken; the browser's own words for them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export const AVATAR_ADDRESS = '/avatar-customization';

/** The whole figure of a player whose picture we drew, or null for who has only the picture from their id. */
export function figureOf(avatar: string): string | null {
  return /^\/media\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/face\.webp$/.test(avatar) ? avatar.replace(/face\.webp$/, 'figure.webp') : null;
}
