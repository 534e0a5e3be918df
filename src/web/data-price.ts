import { createContext } from 'react';

/** What a megabyte costs on a phone, in Kenyan shillings; null if the site does not say it. The document's layout provides it. */
export const DataPriceContext = createContext<number | null>(null);
