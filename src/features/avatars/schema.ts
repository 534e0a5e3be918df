import type { ActionResult } from '../../shared/action-result.ts';
import type { ClosedNotice } from '../feature-flags/schema.ts';
import type { ConsentDoor } from '../guardians/schema.ts';
import type { Look } from './look/schema.ts';
import type { Part } from './parts/schema.ts';

/** What is chosen as the round picture, as a form sends it: a template's id, the figure's own head, or the player's own picture. */
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

/** An item that a player owns and can wear, and its part. */
export type OwnedPart = { id: string; name: string; category: WearCategory; isWorn: boolean; part: Part };

/** The avatar editor's data. */
export type AvatarView = {
  templates: TemplateView[];
  /** A template's id, GENERATED_HEAD or UPLOADED_HEAD. */
  chosen: string;
  look: Look;
  /** The parts that everybody has. */
  parts: Part[];
  owned: OwnedPart[];
  /** The picture that they uploaded last. */
  latestUpload: UploadedPicture | null;
  /** Their approved picture, which they can wear; null if there is none. */
  approvedUrl: string | null;
  /** The avatar as everybody sees it now: the small picture, and the whole figure if one was drawn. */
  avatarUrl: string;
  bodyUrl: string | null;
  /** Why they cannot upload pictures, and what they can do about it; null: they can. */
  uploadDoor: ConsentDoor | null;
  /** Uploading is closed for everybody; null: it is open. */
  uploadsClosed: ClosedNotice | null;
};

/** Categories of items, by the field of the editor's form in which they are chosen. */
export const WEAR_FIELDS = {
  hats: 'hats',
  tops: 'shirts',
  bottoms: 'pants',
  gear: 'gear',
  accessories: 'accessories',
  faces: 'faces',
} as const;
export type WearField = keyof typeof WEAR_FIELDS;
export type WearCategory = (typeof WEAR_FIELDS)[WearField];

/** The value of an item in a field; parts that everybody has are their names. */
export function toItemValue(itemId: string): string {
  return `:${itemId}`;
}

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
  | 'guardian'
  | 'too-many'
  | 'gone'
  | 'switched-off'
  | 'read-only'
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
