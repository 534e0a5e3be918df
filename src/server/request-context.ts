import { createContext } from 'react-router';
import type { AppContext } from '../context.server.ts';
import type { ClientInfo } from '../infra/auth/auth.ts';
import type { Viewer } from '../features/accounts/schema.ts';
import type { Actor } from '../shared/permissions.ts';

/** What a page's loader or action works with. */
export type RequestContext = {
  ctx: AppContext;
  actor: Actor;
  /** Who is signed in, as their own pages show them. */
  viewer: Viewer | null;
  /** Where the request comes from. */
  clientInfo: ClientInfo;
  /** For the inline scripts of this response. */
  nonce: string;
  /** Names this request in the log; shown with an error so that a person can tell us. */
  requestId: string;
  /** Counts one action against the asking address ('mine': the player). @throws AppError 'too-many-requests'. */
  rateLimit(limit: 'play' | 'beat' | 'mine'): Promise<void>;
};

/** `context.get(requestContext)` in loaders and actions. */
export const requestContext = createContext<RequestContext>();
