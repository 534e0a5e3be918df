import type { AsyncLocalStorage } from 'node:async_hooks';
import type { AuthUser, OAuthSignUpHooks } from './auth.ts';

/** @param hash token hash of the session */
export type OnSessionCreated = (hash: string) => Promise<void>;

/** Events that the library's callbacks report, collected per call. */
export type CapturedEvents = {
  confirm?: string;
  reset?: string;
  known?: AuthUser;
  taken?: 'email' | 'username' | 'banned';
  /** The user may not sign up. */
  isRefused?: true;
  resetOf?: string;
  signUpHooks?: OAuthSignUpHooks;
  hash?: string;
  verifiedHash?: string;
  /** A session that begins now has passed the second step. */
  isSecondStep?: true;
  /** Called with the token hash of a session that begins now, while the one that it replaces still exists. */
  onSessionCreated?: OnSessionCreated;
};

/** The events of the calls that run now, each call with its own. */
export type EventStore = AsyncLocalStorage<CapturedEvents>;

/** Runs a call of the library and collects what its callbacks report. @param initial what the callbacks of this call may read */
export async function captureEvents<T>(
  events: EventStore,
  run: () => Promise<T>,
  initial: CapturedEvents = {},
): Promise<{ result: T; captured: CapturedEvents }> {
  const captured: CapturedEvents = { ...initial };
  return { result: await events.run(captured, run), captured };
}

/** Reports from a callback; without effect outside of `captureEvents`. */
export function recordEvent(events: EventStore, event: CapturedEvents): void {
  Object.assign(events.getStore() ?? {}, event);
}

/** Our decisions for the user who comes from an OAuth provider now. */
export function getSignUpHooks(events: EventStore): OAuthSignUpHooks {
  const present = events.getStore()?.signUpHooks;
  if (!present) throw new Error('nobody comes from another site but through finishGoogle');
  return present;
}
