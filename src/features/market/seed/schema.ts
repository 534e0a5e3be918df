import type { Category } from '../schema.ts';

/** An item that comes with the site. */
export type SeedItem = {
  id: string;
  name: string;
  category: Category;
  creator: string;
  price: number;
  stock: number | null;
  isBehind: boolean;
  /** Position in the catalog. */
  position: number;
};
