import { createContext } from 'react-router';
import type { AppContext } from '../context.server.ts';
import type { ClientInfo } from '../infra/auth/auth.ts';
import type { Viewer } from '../shared/viewer.ts';
import { AppError } from '../shared/app-error.ts';
import type { Actor } from '../shared/permissions.ts';

/** The context of a page's loader or action. */
export type RequestContext = {
  ctx: AppContext;
  actor: Actor;
  /** The signed-in player, as their own pages show them. */
  viewer: Viewer | null;
  /** How many notifications of the viewer are unread. Undefined where an action runs first, which may change it. */
  unread?: number | undefined;
  /** Whether the session lasts after the browser closes. */
  isRemembered?: boolean;
  /** Where the request comes from. */
  clientInfo: ClientInfo;
  /** Nonce for the inline scripts of this response. */
  nonce: string;
  /** Identifies this request in the log; shown with an error so that a person can report it. */
  requestId: string;
  /** The process has more to do than it can: an action is refused before it begins, so that its form can say so and keep what was typed. */
  isOverloaded?: boolean;
  /** Counts one action against the client's IP address ('mine': against the player). @throws AppError 'too-many-requests' */
  rateLimit(limit: 'play' | 'beat' | 'mine'): Promise<void>;
};

/** Used as `context.get(requestContext)` in loaders and actions. */
export const requestContext = createContext<RequestContext>();

/** Refuses an action while the process is overloaded. @throws AppError 'unavailable' */
export function assertNotOverloaded({ isOverloaded }: RequestContext): void {
  if (isOverloaded) throw new AppError('unavailable', 'too many requests at once');
}
