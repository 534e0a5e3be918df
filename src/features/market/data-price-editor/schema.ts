import type { AuditLogEntry } from '../admin/schema.ts';

/** The id of the form and of its audit log. */
export const DATA_PRICE_ID = 'data-price';
/** The highest price of a megabyte, in shillings; bounds the damage of a typo. */
export const DATA_PRICE_MAX = 100;

/** The price of a megabyte on a phone as operators see it, in thousandths of a shilling. */
export type AdminDataPrice = { price: number; log: AuditLogEntry[] };
