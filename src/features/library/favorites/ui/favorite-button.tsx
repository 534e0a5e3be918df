import { useEffect, useRef } from 'react';
import { buttonClass } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useSingleToast } from '../../../../web/kit/use-single-toast.ts';
import { postOrQueue } from '../../../../web/request-queue.ts';
import { useOptimisticValue } from '../../../../web/use-optimistic-value.ts';
import { useViewerId } from '../../../../web/viewer-id.ts';
import type { FavoriteResult } from '../../schema.ts';
import { texts } from '../../texts.ts';
import './favorite-button.css';

type FavoriteButtonProps = {
  gameId: string;
  favorited: boolean;
  /** Changes each time the page's data is loaded. */
  revision?: unknown;
  /** Set where there is no room for a label (on a card): only the heart is shown, and its accessible name needs the game's title. */
  gameTitle?: string;
  /** Where a browser without JavaScript is redirected afterwards. */
  returnUrl?: string;
};

/**
 * Adds a game to the favorites or removes it. The change shows at once and is reverted if it fails. The button is disabled while the
 * request is pending (spec 1, section 4). @param props.favorited the server's value; use a different `key` for a different game
 */
export function FavoriteButton({ gameId, favorited, revision, gameTitle, returnUrl }: FavoriteButtonProps) {
  const url = `/games/${encodeURIComponent(gameId)}/favorite`;
  const { show: showToast, dismiss: dismissToast } = useSingleToast();
  const labels = texts.favorite;
  const viewerId = useViewerId();
  const isQueued = useRef(false);
  const { shown, isBusy, wish } = useOptimisticValue<boolean>({
    serverValue: favorited,
    revision,
    save: async (on) => {
      const response = await postOrQueue<FavoriteResult>(url, { on: on ? 'yes' : 'no' }, viewerId);
      isQueued.current = response === null;
      if (response === null) return on;
      if (!response.ok) throw new Error(response.code);
      return response.favorited;
    },
    onDone: (on) => showToast({ ...(isQueued.current ? texts.later : on ? labels.addedToast : labels.removedToast), sticker: 'heart' }),
    onFailed: (on) => showToast({ ...(on ? labels.addFailed : labels.removeFailed), kind: 'bad' }),
  });
  const isIconOnly = gameTitle !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus: afterwards it gets it back, unless the player went on to something else.
  useEffect(() => {
    if (!isBusy && hadFocus.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    if (!isBusy) hadFocus.current = false;
  }, [isBusy]);
  return (
    <form
      className="favorite"
      method="post"
      action={url}
      onSubmit={(event) => {
        event.preventDefault();
        dismissToast();
        hadFocus.current = document.activeElement === button.current;
        wish(!shown);
      }}
    >
      <input type="hidden" name="on" value={shown ? 'no' : 'yes'} />
      <input type="hidden" name="returnUrl" value={returnUrl ?? `/games/${gameId}`} />
      <button
        ref={button}
        type="submit"
        disabled={isBusy}
        className={isIconOnly ? 'favorite-heart' : buttonClass({ variant: 'soft', size: 'lg' }, 'favorite-button')}
        aria-label={isIconOnly ? labels.favoriteLabel(gameTitle) : undefined}
        aria-pressed={shown}
        aria-busy={isBusy || undefined}
      >
        <Icon icon="heart" filled={shown} />
        {!isIconOnly && (
          <span className="favorite-word" data-widest={labels.added}>
            {shown ? labels.added : labels.add}
          </span>
        )}
      </button>
    </form>
  );
}
