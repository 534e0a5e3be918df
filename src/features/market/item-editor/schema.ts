import type { Category } from '../schema.ts';

/** An item as operators see it. */
export type AdminItem = {
  id: string;
  name: string;
  category: Category;
  creator: string;
  price: number;
  stock: number | null;
  sold: number;
  position: number;
  isListed: boolean;
  isBehind: boolean;
  /** URLs. */
  layer: string;
  thumb: string;
};
