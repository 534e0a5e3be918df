import { createContext } from 'react-router';
import type { AppContext } from '../context.server.ts';
import type { ClientInfo } from '../infra/auth/auth.ts';
import type { Viewer } from '../shared/viewer.ts';
import { AppError } from '../shared/app-error.ts';
import { isOnTeam, type Actor } from '../shared/permissions.ts';
import type { GoesOnReadOnly } from '../shared/read-only.ts';

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
  /**
   * The process has more to do than it can, or the database that knows who is signed in does not answer: an action is refused before it
   * begins, so that its form can say so and keep what was typed.
   */
  isOverloaded?: boolean;
  /** Whether the site is read-only for maintenance now. Absent (in tests): it is not. */
  isReadOnly?(): Promise<boolean>;
  /** Called when something of this request failed because the database did not answer: then visitors may get the page as last seen. */
  noteDatabaseFailure?(): void;
  /** Counts one action against the client's IP address ('mine' and 'save': against the player). @throws AppError 'too-many-requests' */
  rateLimit(limit: 'play' | 'beat' | 'mine' | 'save'): Promise<void>;
};

/** Used as `context.get(requestContext)` in loaders and actions. */
export const requestContext = createContext<RequestContext>();

/** Refuses an action while the process is overloaded or does not know who sends it. @throws AppError 'unavailable' */
export function assertNotOverloaded({ isOverloaded }: RequestContext): void {
  if (isOverloaded) throw new AppError('unavailable', 'too many requests at once, or the database is away');
}

/**
 * Refuses what players and visitors write while the site is read-only. The team goes on, also before the second step, which leads to its pages.
 * @param goesOn whether this action is one that goes on
 * @param fields what was sent, if that decides
 * @throws AppError 'read-only'
 */
export async function assertWritable(
  { actor, isReadOnly }: RequestContext,
  goesOn: GoesOnReadOnly,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (typeof goesOn === 'function' ? goesOn(fields) : goesOn) return;
  if (isReadOnly !== undefined && !isOnTeam(actor) && (await isReadOnly())) throw new AppError('read-only', 'the site is read-only');
}
