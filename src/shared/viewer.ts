import type { Role } from './permissions.ts';

/** The signed-in player, as their own pages see them. */
export type Viewer = { id: string; username: string; displayName: string; avatar: string; role: Role };
