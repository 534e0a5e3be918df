import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import type { FriendAnswer, FriendDeed } from '../schema.ts';
import { doneTexts, failedTexts } from '../texts.ts';

/** Where deeds are sent. */
export const DEEDS_ADDRESS = '/friends/deeds';

/** Does something about a player; `after` runs once it is done, else the page is loaded anew. Gives whether it is done. */
export type Act = (deed: FriendDeed, playerId: string, after?: () => void | Promise<void>) => Promise<boolean>;

/**
 * What is being done about players of this page. A deed counts as done from the press on, until the page was told
 * otherwise: when it fails it is taken back.
 */
export function useDeed() {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [wishes, setWishes] = useState<ReadonlyMap<string, FriendDeed>>(new Map());
  const running = useRef(new Set<string>());

  const act: Act = async (deed, playerId, after = revalidate) => {
    if (running.current.has(playerId)) return false;
    running.current.add(playerId);
    setWishes((now) => new Map(now).set(playerId, deed));
    // A code has no player.
    const fields: Record<string, string> = playerId === '' ? { do: deed } : { do: deed, id: playerId };
    const answer = await postForm<FriendAnswer>(DEEDS_ADDRESS, fields).catch(() => null);
    const isDone = answer?.ok === true;
    if (isDone) {
      toast({ ...doneTexts[deed], sticker: 'friends' });
      await after();
    } else toast({ ...failedTexts(deed, answer?.code ?? null), kind: 'bad' });
    running.current.delete(playerId);
    setWishes((now) => new Map([...now].filter(([id]) => id !== playerId)));
    // What the page shows may be what made it fail.
    if (answer && !answer.ok) await revalidate();
    return isDone;
  };
  return { wishes, act };
}
