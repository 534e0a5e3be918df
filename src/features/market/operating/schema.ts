import type { Category, Look } from '../schema.ts';

/** Where items, templates and plans are looked after. */
export const ADDRESSES = { items: '/operator/items', templates: '/operator/templates', plans: '/operator/plans' } as const;

/** A picture that is brought may weigh this much; what a form adds around it comes on top. */
export const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
export const FORM_BYTES = 64 * 1024;

/** What somebody of the team did, the newest first; nobody can change it. */
export type LogLine = { id: string; at: string; actor: string; action: string; note: string };

/** An item as operators see it. */
export type ItemCase = {
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
  items: ItemCase[];
  next: string | null;
  /** The one that is open: 'new' for one that is to be added. */
  open: ItemCase | 'new' | null;
  log: LogLine[];
  look: Look;
};

/** A template for heads as operators see it. */
export type TemplateCase = {
  id: string;
  name: string;
  style: string;
  place: number;
  isPremium: boolean;
  isListed: boolean;
  picture: string;
};
export type TemplatesView = {
  templates: TemplateCase[];
  next: string | null;
  open: TemplateCase | 'new' | null;
  log: LogLine[];
};

/** A plan as operators see it. The price is in the smallest unit of its currency. */
export type PlanCase = {
  id: 'basic' | 'premium' | 'pro';
  name: string;
  priceMinor: number;
  currency: 'KES' | 'USD';
  kiddocash: number;
  features: string[];
  /** Card subscriptions that stand: they keep what they pay. */
  standing: number;
  log: LogLine[];
};

/** What a form answers. `at` is the field where the fault lies, null where it is none of them; `typed` is shown again. */
export type SaveAnswer =
  | { is: 'saved'; id: string; name: string; isNew: boolean; changed: boolean }
  | { is: 'refused'; id: string; at: string | null; fault: string; typed: Record<string, string> };
