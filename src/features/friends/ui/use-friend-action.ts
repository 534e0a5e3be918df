import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import type { FriendActionResponse, FriendAction } from '../schema.ts';
import { successTexts, getErrorTexts } from '../texts.ts';

/** Where deeds are sent. */
export const FRIEND_ACTIONS_URL = '/friends/deeds';

/** Does something about a player; `after` runs once it is done, else the page is loaded anew. Gives whether it is done. */
export type PerformFriendAction = (action: FriendAction, playerId: string, after?: () => void | Promise<void>) => Promise<boolean>;

/**
 * What is being done about players of this page. A deed counts as done from the press on, until the page was told
 * otherwise: when it fails it is taken back.
 */
export function useFriendAction() {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [pendingActions, setPendingActions] = useState<ReadonlyMap<string, FriendAction>>(new Map());
  const inFlight = useRef(new Set<string>());

  const performAction: PerformFriendAction = async (action, playerId, after = revalidate) => {
    if (inFlight.current.has(playerId)) return false;
    inFlight.current.add(playerId);
    setPendingActions((now) => new Map(now).set(playerId, action));
    // A code has no player.
    const fields: Record<string, string> = playerId === '' ? { do: action } : { do: action, id: playerId };
    const answer = await postForm<FriendActionResponse>(FRIEND_ACTIONS_URL, fields).catch(() => null);
    const isDone = answer?.ok === true;
    if (isDone) {
      toast({ ...successTexts[action], sticker: 'friends' });
      await after();
    } else toast({ ...getErrorTexts(action, answer?.code ?? null), kind: 'bad' });
    inFlight.current.delete(playerId);
    setPendingActions((now) => new Map([...now].filter(([id]) => id !== playerId)));
    // What the page shows may be what made it fail.
    if (answer && !answer.ok) await revalidate();
    return isDone;
  };
  return { wishes: pendingActions, act: performAction };
}
