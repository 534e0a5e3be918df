import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { GrowingEnd } from '../growing-list.ts';
import { useSaver } from '../use-saver.ts';
import { Button, buttonClass } from './button.tsx';
import { Skeleton } from './state.tsx';
import { texts } from './texts.ts';

/** The next page of an endless list is fetched when its end comes this near to view. */
const NEAR = '100px';
/** Grey lines that stand for what is coming. */
const LINES = [0, 1, 2];

type ListEndProps = {
  end: GrowingEnd;
  /** What it says in the list's own words. */
  words?: Partial<Record<'more' | 'loading' | 'failed' | 'offline' | 'end', string>>;
  /** Whether it goes on by itself when its end comes near; where data is saved it waits to be asked all the same. */
  isEndless?: boolean;
  /** Whether it says that nothing more is to come also where nothing was added. */
  saysEnd?: boolean;
  /** What stands for what is coming; null where the list shows that itself. */
  coming?: ReactNode;
};

/**
 * The end of a list that has more: a link to the next page, which with scripts grows the list instead; that it is loading, that
 * it did not come, that there is no network, and that this was all.
 */
export function ListEnd({ end, words, isEndless = false, saysEnd = false, coming = <ComingLines /> }: ListEndProps) {
  const { address, isLoading, fault, added, loadMore } = end;
  const own = useRef<HTMLDivElement>(null);
  const mark = end.mark ?? own;
  const goOn = useEffectEvent(loadMore);
  const saves = useSaver();
  const goesOn = isEndless && !saves;
  useEffect(() => {
    const place = mark.current;
    if (!place || !goesOn || fault !== null || address === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && goOn(), { rootMargin: NEAR });
    watch.observe(place);
    return () => watch.disconnect();
  }, [address, fault, goesOn, mark]);

  const said = { ...texts.list, ...words };
  const isOver = address === null && (saysEnd || added > 0);
  if (address === null && !isOver) return null;
  return (
    <div ref={mark} className="list-end">
      {isLoading && coming}
      <div className="list-said" role="status">
        {isLoading && <p className="aloud">{said.loading}</p>}
        {!isLoading && fault !== null && <p>{said[fault]}</p>}
        {!isLoading && fault === null && added > 0 && <p className="aloud">{texts.list.added(added)}</p>}
        {isOver && <p className="muted">{said.end}</p>}
      </div>
      {fault !== null && !isLoading ? (
        <Button look="primary" onClick={loadMore}>
          {said.again}
        </Button>
      ) : (
        address !== null && (
          <Link
            className={buttonClass({ look: 'plain', size: 'lg' })}
            to={address}
            // Not `hidden`: that would take the focus away from whoever pressed it with the keyboard.
            aria-disabled={isLoading || undefined}
            onClick={(event) => {
              event.preventDefault();
              loadMore();
            }}
          >
            {isLoading ? said.loading : said.more}
          </Link>
        )
      )}
    </div>
  );
}

function ComingLines() {
  return (
    <div className="coming-lines" aria-hidden="true">
      {LINES.map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  );
}
