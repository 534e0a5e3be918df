import { Star } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useSingleToast } from '../../../../web/kit/one-toast.ts';
import { postOrQueue } from '../../../../web/send-later.ts';
import { useOptimisticValue } from '../../../../web/use-last-wish.ts';
import { useViewerId } from '../../../../web/viewer-id.ts';
import type { LibraryAnswer, MineOfGame } from '../../schema.ts';
import { texts } from '../../texts.ts';

const STARS = [1, 2, 3, 4, 5];

type Rating = { average: number; count: number } | null;
type RateGameProps = { gameId: string; mine: MineOfGame; onRated?: (rating: Rating) => void };

/**
 * One to five stars from who has played the game; until then a line that says so. They are shown at once and taken back
 * when they cannot be saved. @param props.onRated gets the game's rating as it is shown from then on
 */
export function RateGame({ gameId, mine, onRated }: RateGameProps) {
  const { tell, hush } = useSingleToast();
  const address = `/games/${encodeURIComponent(gameId)}/rating`;
  const rating = useRef<Rating>(undefined);
  const words = texts.rating;
  const viewerId = useViewerId();
  const isWaiting = useRef(false);
  const { shown, isBusy, wish } = useOptimisticValue<number | null>({
    serverValue: mine.stars,
    revision: mine,
    save: async (stars) => {
      const answer = await postOrQueue<LibraryAnswer>(address, { stars: String(stars) }, viewerId);
      isWaiting.current = answer === null;
      if (answer === null) return stars;
      if (!answer.ok) throw new Error(answer.code);
      rating.current = answer.rating;
      return answer.stars ?? stars;
    },
    onDone: () => {
      if (rating.current !== undefined) onRated?.(rating.current);
      tell({ ...(isWaiting.current ? texts.later : words.saved), sticker: 'heart' });
    },
    onFailed: () => tell({ ...words.failed, kind: 'bad' }),
  });
  if (!mine.mayRate && shown === null) return <p className="rate muted">{words.playFirst}</p>;
  return (
    <form method="post" action={address}>
      <input type="hidden" name="returnUrl" value={`/games/${gameId}`} />
      <fieldset className="rate" aria-busy={isBusy || undefined}>
        <legend>{words.title}</legend>
        <div className="rate-stars">
          {STARS.map((stars) => (
            <label key={stars} className={shown !== null && stars <= shown ? 'on' : undefined}>
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={shown === stars}
                aria-label={words.star(stars)}
                onChange={() => {
                  hush();
                  wish(stars);
                }}
              />
              <Icon icon={Star} size="large" />
            </label>
          ))}
        </div>
        {shown !== null && <p className="muted">{words.mine(shown)}</p>}
        <noscript>
          <button type="submit" className={buttonClass({ variant: 'soft', size: 'sm' })}>
            {words.save}
          </button>
        </noscript>
      </fieldset>
    </form>
  );
}
