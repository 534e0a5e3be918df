import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { afterPress } from '../after-press.ts';
import type { InfiniteListEnd } from '../infinite-list.ts';
import { useDataSaver } from '../use-data-saver.ts';
import { Button, buttonClass } from './button.tsx';
import { Skeleton } from './empty-state.tsx';
import { texts } from './texts.ts';

/** The next page of an endless list is fetched when the end is this close to the viewport. */
const ROOT_MARGIN = '100px';
/** Placeholder lines for the items to come. */
const SKELETON_LINES = [0, 1, 2];

type ListEndProps = {
  end: InfiniteListEnd;
  /** The list's own texts. */
  labels?: Partial<Record<'more' | 'loading' | 'failed' | 'offline' | 'end', string>>;
  /** Whether it loads more when its end comes near. When the data saver is on, the user must press the button anyway. */
  isEndless?: boolean;
  /** Whether it says that there are no more items even if none were added. */
  showsEnd?: boolean;
  /** The placeholder for the items to come; null when the list shows one itself. */
  placeholder?: ReactNode;
};

/**
 * The end of a list with more pages: a link to the next page, which extends the list instead if scripts run. It also shows that the next
 * page is loading, that loading failed, that there is no network, or that the list is complete.
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
    let cancel = () => {};
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        cancel();
        cancel = afterPress(() => loadNext());
      },
      { rootMargin: ROOT_MARGIN },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      cancel();
    };
  }, [nextUrl, error, autoLoads, endRef]);

  const text = { ...texts.list, ...labels };
  const isOver = nextUrl === null && (showsEnd || addedCount > 0);
  if (nextUrl === null && !isOver) return null;
  return (
    <div ref={endRef} className="list-end">
      {isLoading && placeholder}
      <div className="list-said" role="status">
        {isLoading && <p className="visually-hidden">{text.loading}</p>}
        {!isLoading && error !== null && <p>{text[error]}</p>}
        {!isLoading && error === null && addedCount > 0 && <p className="visually-hidden">{texts.list.added(addedCount)}</p>}
        {isOver && <p className="muted">{text.end}</p>}
      </div>
      {error !== null && !isLoading ? (
        <Button variant="primary" multiline onClick={loadMore}>
          {text.again}
        </Button>
      ) : (
        nextUrl !== null && (
          <Link
            className={buttonClass({ variant: 'plain', size: 'lg', multiline: true })}
            to={nextUrl}
            // Not `hidden`: that would take the focus away from keyboard users who pressed it.
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
