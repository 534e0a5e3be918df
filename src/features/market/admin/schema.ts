import type { Category, AvatarImages } from '../schema.ts';

/** URLs of the admin pages for items, templates and plans. */
export const ADMIN_URLS = { items: '/operator/items', templates: '/operator/templates', plans: '/operator/plans' } as const;

/** Maximum size of an uploaded picture; the other fields of the form come on top of it. */
export const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
export const FORM_BYTES_MAX = 64 * 1024;

/** An operator's action, newest first; append-only. */
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
  /** URLs. */
  layer: string;
  thumb: string;
};
export type ItemsView = {
  items: AdminItem[];
  next: string | null;
  /** The selected item; 'new' for the form that adds one. */
  open: AdminItem | 'new' | null;
  log: AuditLogEntry[];
  avatar: AvatarImages;
};

/** An avatar template for heads as operators see it. */
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
  /** Current card subscriptions, which keep their price. */
  renewingCount: number;
  log: AuditLogEntry[];
};

/**
 * Result of a form. `at` is the invalid field, null if the error belongs to none of them; `typed` is the submitted input, shown again after
 * an
 * error.
 */
export type SaveResult =
  | { is: 'saved'; id: string; name: string; isNew: boolean; changed: boolean }
  | { is: 'refused'; id: string; at: string | null; error: string; typed: Record<string, string> };
