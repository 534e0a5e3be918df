import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useSingleToast } from '../../../../web/kit/one-toast.ts';
import { postOrQueue } from '../../../../web/send-later.ts';
import { useOptimisticValue } from '../../../../web/use-last-wish.ts';
import { useViewerId } from '../../../../web/viewer-id.ts';
import type { LibraryAnswer } from '../../schema.ts';
import { texts } from '../../texts.ts';

type FavoriteButtonProps = {
  gameId: string;
  favorited: boolean;
  /** Another one each time the page was told. */
  told?: unknown;
  /** Where no word fits (on a card): only the heart, which then has to name its game. */
  heartOf?: string;
  /** Where a browser without JavaScript comes back to. */
  returnUrl?: string;
};

/**
 * Keeps a game among the favorites, or lets it go. It shows the wish at once and takes it back when it fails; while one is
 * on its way another can be made. @param props.favorited what the server has; give it another `key` for another game
 */
export function FavoriteButton({ gameId, favorited, told, heartOf, returnUrl }: FavoriteButtonProps) {
  const address = `/games/${encodeURIComponent(gameId)}/favorite`;
  const { tell, hush } = useSingleToast();
  const words = texts.favorite;
  const viewerId = useViewerId();
  const isWaiting = useRef(false);
  const { shown, isBusy, wish } = useOptimisticValue<boolean>({
    serverValue: favorited,
    revision: told,
    save: async (on) => {
      const answer = await postOrQueue<LibraryAnswer>(address, { on: on ? 'yes' : 'no' }, viewerId);
      isWaiting.current = answer === null;
      if (answer === null) return on;
      if (!answer.ok) throw new Error(answer.code);
      return answer.favorited ?? on;
    },
    onDone: (on) => tell({ ...(isWaiting.current ? texts.later : on ? words.addedToast : words.removedToast), sticker: 'heart' }),
    onFailed: (on) => tell({ ...(on ? words.addFailed : words.removeFailed), kind: 'bad' }),
  });
  const isHeart = heartOf !== undefined;
  return (
    <form
      className="favorite"
      method="post"
      action={address}
      onSubmit={(event) => {
        event.preventDefault();
        hush();
        wish(!shown);
      }}
    >
      <input type="hidden" name="on" value={shown ? 'no' : 'yes'} />
      <input type="hidden" name="returnUrl" value={returnUrl ?? `/games/${gameId}`} />
      <button
        type="submit"
        className={isHeart ? 'favorite-heart' : buttonClass({ variant: 'soft', size: 'lg' })}
        aria-label={isHeart ? words.heartOf(heartOf) : undefined}
        aria-pressed={shown}
        aria-busy={isBusy || undefined}
      >
        <Icon icon={Heart} filled={shown} />
        {!isHeart && (
          <span className="favorite-word" data-widest={words.added}>
            {shown ? words.added : words.add}
          </span>
        )}
      </button>
    </form>
  );
}
