import type { Category, AvatarImages } from '../schema.ts';

/** Where items, templates and plans are looked after. */
export const ADMIN_URLS = { items: '/operator/items', templates: '/operator/templates', plans: '/operator/plans' } as const;

/** A picture that is brought may weigh this much; what a form adds around it comes on top. */
export const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
export const FORM_BYTES_MAX = 64 * 1024;

/** What somebody of the team did, the newest first; nobody can change it. */
export type AuditLogEntry = { id: string; at: string; actor: string; action: string; note: string };

/** An item as operators see it. */
export type AdminItem = {
  id: string;
  name: string;
  category: Category;
  creator: string;
  price: number;
  stock: number | null;
  sold: number;
  place: number;
  isOffered: boolean;
  isBehind: boolean;
  /** Addresses. */
  layer: string;
  thumb: string;
};
export type ItemsView = {
  items: AdminItem[];
  next: string | null;
  /** The one that is open: 'new' for one that is to be added. */
  open: AdminItem | 'new' | null;
  log: AuditLogEntry[];
  avatar: AvatarImages;
};

/** A template for heads as operators see it. */
export type AdminTemplate = {
  id: string;
  name: string;
  style: string;
  place: number;
  isPremium: boolean;
  isListed: boolean;
  picture: string;
};
export type TemplatesView = {
  templates: AdminTemplate[];
  next: string | null;
  open: AdminTemplate | 'new' | null;
  log: AuditLogEntry[];
};

/** A plan as operators see it. The price is in the smallest unit of its currency. */
export type AdminPlan = {
  id: 'basic' | 'premium' | 'pro';
  name: string;
  priceMinor: number;
  currency: 'KES' | 'USD';
  kiddocash: number;
  features: string[];
  /** Card subscriptions that stand: they keep what they pay. */
  renewingCount: number;
  log: AuditLogEntry[];
};

/** What a form answers. `at` is the field where the fault lies, null where it is none of them; `typed` is shown again. */
export type SaveResult =
  | { is: 'saved'; id: string; name: string; isNew: boolean; changed: boolean }
  | { is: 'refused'; id: string; at: string | null; error: string; typed: Record<string, string> };
