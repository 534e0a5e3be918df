import { createContext } from 'react-router';
import type { Context } from '../context.server.ts';
import type { Visit } from '../infra/sign-in/sign-in.ts';
import type { Viewer } from '../features/accounts/schema.ts';
import type { Actor } from '../shared/permissions.ts';

/** What a page's loader or action works with. */
export type Site = {
  ctx: Context;
  actor: Actor;
  /** Who is signed in, as their own pages show them. */
  viewer: Viewer | null;
  /** Where the request comes from. */
  visit: Visit;
  /** For the inline scripts of this response. */
  nonce: string;
  /** Names this request in the log; shown with an error so that a person can tell us. */
  requestId: string;
  /** Counts one action against the asking address ('mine': the player). @throws Refusal 'too-many-requests'. */
  within(limit: 'play' | 'beat' | 'mine'): Promise<void>;
};

/** `context.get(siteContext)` in loaders and actions. */
export const siteContext = createContext<Site>();
