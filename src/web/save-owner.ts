import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SaveOwner } from '../shared/viewer.ts';
import { readStorage, removeStorage, writeStorage } from './storage.ts';

// Whose saves of games are used on this device. Brothers and sisters share phones: each player has saves of their own, and visitors too.
// Where somebody signed in without being remembered, the device belongs to more than one: then the saves go with them.

/** Owner of what visitors save; also of what a cached page's viewer saves if nobody was signed in. */
export const VISITORS_SAVES = 'visitor';

/**
 * The player whose saves are used here, or were last. `mine`: signed in and remembered. `lent`: signed in and not remembered. `left`: their
 * session ended without a sign-out, and was not remembered.
 */
type Entry = { state: 'mine' | 'lent' | 'left'; key: string };

function readEntry(): Entry | null {
  const [, state, key] = /^(mine|lent|left):([\w-]+)$/.exec(readStorage('saveOwner') ?? '') ?? [];
  return state !== undefined && key !== undefined ? { state: state as Entry['state'], key } : null;
}

/**
 * Remembers who is signed in here. Removes the saves of a player who was here without being remembered, when somebody else signs in: if
 * nobody does, their session may only have expired. @param owner null for a visitor
 */
export function recordSaveOwner(owner: SaveOwner | null): void {
  const before = readEntry();
  if (owner === null) {
    if (before?.state === 'mine') writeStorage('saveOwner', null);
    if (before?.state === 'lent') writeStorage('saveOwner', `left:${before.key}`);
    return;
  }
  if (before !== null && before.state !== 'mine' && before.key !== owner.key) removeStorage('saves', `${before.key}:`);
  writeStorage('saveOwner', `${owner.isRemembered ? 'mine' : 'lent'}:${owner.key}`);
}

/** After signing out by hand: removes the saves of the player who left, unless they were remembered here. */
export function removeSharedSaves(): void {
  const before = readEntry();
  if (before === null || before.state === 'mine') return;
  removeStorage('saves', `${before.key}:`);
  writeStorage('saveOwner', null);
}

/** Whether this owner may still save: a game can be open in this tab when its player signs out in another. */
export function canSaveAs(owner: string): boolean {
  if (owner === VISITORS_SAVES) return true;
  const entry = readEntry();
  return entry !== null && entry.state !== 'left' && entry.key === owner;
}

/** Keeps the entry up to date. @param owner null for a visitor; not for a cached page, which does not know its viewer */
export function useRecordSaveOwner(owner: SaveOwner | null): void {
  const key = owner?.key ?? null;
  const isRemembered = owner?.isRemembered === true;
  useEffect(() => recordSaveOwner(key === null ? null : { key, isRemembered }), [key, isRemembered]);
}

/** Whose saves the game that opens now uses; it stays so until the game is closed. A cached page uses those of who was signed in last. */
export function useSaveOwner(): string {
  const root = useRouteLoaderData<{ saves: SaveOwner | null }>('root');
  const [owner] = useState(() => {
    const entry = readEntry();
    return root?.saves?.key ?? (entry !== null && entry.state !== 'left' ? entry.key : VISITORS_SAVES);
  });
  return owner;
}
