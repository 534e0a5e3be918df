import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import type { FriendAction, FriendActionResult } from '../schema.ts';
import { getErrorTexts, knownByCodeText, successTexts } from '../texts.ts';

/** The endpoint for actions. */
export const FRIEND_ACTIONS_URL = '/friends/deeds';

/**
 * Performs an action on a player. After success it runs `after`, or by default reloads the page data. `code` is the player's friend code, for
 * asking and accepting. @returns whether it succeeded
 */
export type PerformFriendAction = (
  action: FriendAction,
  playerId: string,
  options?: { after?: () => void | Promise<void>; code?: string | null },
) => Promise<boolean>;

/**
 * The actions in progress on this page. Updates are optimistic: the page shows an action as done until it fails, and then rolls it back.
 */
export function useFriendAction() {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [pendingActions, setPendingActions] = useState<ReadonlyMap<string, FriendAction>>(new Map());
  const inFlight = useRef(new Set<string>());

  const performAction: PerformFriendAction = async (action, playerId, { after = revalidate, code = null } = {}) => {
    if (inFlight.current.has(playerId)) return false;
    inFlight.current.add(playerId);
    setPendingActions((now) => new Map(now).set(playerId, action));
    // The action on the friend code has no player.
    const fields: Record<string, string> = { do: action, ...(playerId !== '' && { id: playerId }), ...(code !== null && { code }) };
    const answer = await postForm<FriendActionResult>(FRIEND_ACTIONS_URL, fields).catch(() => null);
    const isDone = answer?.ok === true;
    if (isDone) {
      toast({ ...(action === 'ask' && answer.relation === 'friends' ? knownByCodeText : successTexts[action]), sticker: 'friends' });
      await after();
    } else toast({ ...getErrorTexts(action, answer?.code ?? null), kind: 'bad' });
    inFlight.current.delete(playerId);
    setPendingActions((now) => new Map([...now].filter(([id]) => id !== playerId)));
    // The action may have failed because the page is outdated.
    if (answer && !answer.ok) await revalidate();
    return isDone;
  };
  return { pendingActions, performAction };
}
