import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { InfiniteListEnd } from '../infinite-list.ts';
import { useDataSaver } from '../use-data-saver.ts';
import { Button, buttonClass } from './button.tsx';
import { Skeleton } from './empty-state.tsx';
import { texts } from './texts.ts';

/** The next page of an endless list is fetched when its end comes this near to view. */
const ROOT_MARGIN = '100px';
/** Grey lines that stand for what is coming. */
const SKELETON_LINES = [0, 1, 2];

type ListEndProps = {
  end: InfiniteListEnd;
  /** What it says in the list's own words. */
  labels?: Partial<Record<'more' | 'loading' | 'failed' | 'offline' | 'end', string>>;
  /** Whether it goes on by itself when its end comes near; where data is saved it waits to be asked all the same. */
  isEndless?: boolean;
  /** Whether it says that nothing more is to come also where nothing was added. */
  showsEnd?: boolean;
  /** What stands for what is coming; null where the list shows that itself. */
  placeholder?: ReactNode;
};

/**
 * The end of a list that has more: a link to the next page, which with scripts grows the list instead; that it is loading, that
 * it did not come, that there is no network, and that this was all.
 */
export function ListEnd({ end, labels, isEndless = false, showsEnd = false, placeholder = <SkeletonLines /> }: ListEndProps) {
  const { nextUrl, isLoading, error, addedCount, loadMore } = end;
  const ownRef = useRef<HTMLDivElement>(null);
  const endRef = end.endRef ?? ownRef;
  const loadNext = useEffectEvent(loadMore);
  const isDataSaverOn = useDataSaver();
  const autoLoads = isEndless && !isDataSaverOn;
  useEffect(() => {
    const element = endRef.current;
    if (!element || !autoLoads || error !== null || nextUrl === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && loadNext(), {
      rootMargin: ROOT_MARGIN,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [nextUrl, error, autoLoads, endRef]);

  const text = { ...texts.list, ...labels };
  const isOver = nextUrl === null && (showsEnd || addedCount > 0);
  if (nextUrl === null && !isOver) return null;
  return (
    <div ref={endRef} className="list-end">
      {isLoading && placeholder}
      <div className="list-said" role="status">
        {isLoading && <p className="aloud">{text.loading}</p>}
        {!isLoading && error !== null && <p>{text[error]}</p>}
        {!isLoading && error === null && addedCount > 0 && <p className="aloud">{texts.list.added(addedCount)}</p>}
        {isOver && <p className="muted">{text.end}</p>}
      </div>
      {error !== null && !isLoading ? (
        <Button variant="primary" onClick={loadMore}>
          {text.again}
        </Button>
      ) : (
        nextUrl !== null && (
          <Link
            className={buttonClass({ variant: 'plain', size: 'lg' })}
            to={nextUrl}
            // Not `hidden`: that would take the focus away from whoever pressed it with the keyboard.
            aria-disabled={isLoading || undefined}
            onClick={(event) => {
              event.preventDefault();
              loadMore();
            }}
          >
            {isLoading ? text.loading : text.more}
          </Link>
        )
      )}
    </div>
  );
}

function SkeletonLines() {
  return (
    <div className="coming-lines" aria-hidden="true">
      {SKELETON_LINES.map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  );
}
