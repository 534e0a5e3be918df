import { createContext } from 'react-router';
import type { Context } from '../context.server.ts';
import type { Actor } from '../shared/permissions.ts';

/** What a page's loader or action works with. */
export type Site = {
  ctx: Context;
  actor: Actor;
  /** For inline scripts of this one response; null where the response is shared and its scripts are allowed by hash. */
  nonce: string | null;
  /** Names this request in the log; shown with an error so that a person can tell us. */
  requestId: string;
};

/** `context.get(siteContext)` in loaders and actions. */
export const siteContext = createContext<Site>();
