import type { Role } from './permissions.ts';

/** The signed-in player, as their own pages see them. */
export type Viewer = {
  id: string;
  username: string;
  displayName: string;
  avatar: string;
  role: Role;
  /** A demo account of the team, which demo mode lets in without the second step. */
  isSecondStepWaived?: true;
};

/**
 * Whose saves of games on a device are a signed-in player's. `key` is not their id: somebody else who looks into the browser does not learn
 * from it who played. `isRemembered`: the session lasts after the browser closes.
 */
export type SaveOwner = { key: string; isRemembered: boolean };
