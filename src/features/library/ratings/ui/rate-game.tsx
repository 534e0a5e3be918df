import { useRef } from 'react';
import { buttonClass } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useSingleToast } from '../../../../web/kit/use-single-toast.ts';
import { postOrQueue } from '../../../../web/request-queue.ts';
import { useOptimisticValue } from '../../../../web/use-optimistic-value.ts';
import { useViewerId } from '../../../../web/viewer-id.ts';
import type { PlayerGameState, RatingResult, SavedRating } from '../../schema.ts';
import { texts } from '../../texts.ts';
import './rate-game.css';

const STARS = [1, 2, 3, 4, 5];

type Rating = SavedRating['rating'];
type RateGameProps = { gameId: string; playerState: PlayerGameState; onRated?: (rating: Rating) => void };

/**
 * Lets a player who has played the game give one to five stars; until then it shows a hint. The stars show at once and are reverted if they
 * cannot be saved. @param props.onRated called with the game's new displayed rating
 */
export function RateGame({ gameId, playerState, onRated }: RateGameProps) {
  const { show: showToast, dismiss: dismissToast } = useSingleToast();
  const url = `/games/${encodeURIComponent(gameId)}/rating`;
  const rating = useRef<Rating>(undefined);
  const labels = texts.rating;
  const viewerId = useViewerId();
  const isQueued = useRef(false);
  const { shown, isBusy, wish } = useOptimisticValue<number | null>({
    serverValue: playerState.stars,
    revision: playerState,
    save: async (stars) => {
      const response = await postOrQueue<RatingResult>(url, { stars: String(stars) }, viewerId);
      isQueued.current = response === null;
      if (response === null) return stars;
      if (!response.ok) throw new Error(response.code);
      rating.current = response.rating;
      return response.stars;
    },
    onDone: () => {
      if (rating.current !== undefined) onRated?.(rating.current);
      showToast({ ...(isQueued.current ? texts.later : labels.saved), sticker: 'heart' });
    },
    onFailed: () => showToast({ ...labels.failed, kind: 'bad' }),
  });
  if (!playerState.canRate && shown === null) return <p className="rate muted">{labels.playFirst}</p>;
  return (
    <form method="post" action={url}>
      <input type="hidden" name="returnUrl" value={`/games/${gameId}`} />
      <fieldset className="rate" aria-busy={isBusy || undefined}>
        <legend>{labels.title}</legend>
        <div className="rate-stars">
          {STARS.map((stars) => (
            <label key={stars} className={shown !== null && stars <= shown ? 'on' : undefined}>
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={shown === stars}
                aria-label={labels.star(stars)}
                onChange={() => {
                  dismissToast();
                  wish(stars);
                }}
              />
              <Icon icon="star" size="large" />
            </label>
          ))}
        </div>
        {shown !== null && <p className="muted">{labels.mine(shown)}</p>}
        <noscript>
          <button type="submit" className={buttonClass({ variant: 'soft', size: 'sm' })}>
            {labels.save}
          </button>
        </noscript>
      </fieldset>
    </form>
  );
}
