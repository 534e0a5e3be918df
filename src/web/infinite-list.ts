import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { useRetryWhenOnline, useLoadError, type LoadError } from './use-load-error.ts';

/** A part of a list, and the cursor of the part after it. */
export type ListPage<Item> = { items: Item[]; next: string | null };

/** What the end of a list needs to know (kit/list-end.tsx). */
export type InfiniteListEnd = {
  /** Where the next page lies; null where there is none. */
  nextUrl: string | null;
  isLoading: boolean;
  error: LoadError | null;
  /** How many came last; 0 before anything was added. */
  addedCount: number;
  loadMore: () => void;
  endRef?: RefObject<HTMLDivElement | null>;
};

type InfiniteListOptions<Item, Answer> = {
  /** Where the page after a cursor lies. */
  urlForPage: (after: string) => string;
  /** Takes the page out of what that address answers; null where it did not come. */
  getPage: (answer: Answer) => ListPage<Item> | null;
  idOf: (item: Item) => string;
  /** When the first page was loaded anew, those below it follow: always, or only where the first one ends elsewhere now. */
  reload?: 'always' | 'moved';
};

/** Pages that are to be loaded, and those of them that are there. */
type LoadPlan<Item> = { pages: ListPage<Item>[]; count: number };

/**
 * The pages of a list that were loaded so far, and the way to the next. What was loaded anew takes the place of what was there
 * once all of it has come. Who had the focus at the end of the list goes on at the first thing that was added.
 * @param first the page that came with the address; give the list a key for another one
 */
export function useInfiniteList<Item, Answer>(
  first: ListPage<Item>,
  { urlForPage, getPage, idOf, reload = 'moved' }: InfiniteListOptions<Item, Answer>,
) {
  const fetcher = useFetcher<Answer>();
  const [nextPages, setNextPages] = useState<ListPage<Item>[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [addedCount, setAddedCount] = useState(0);
  const plan = useRef<LoadPlan<Item>>(null);
  const isFetching = useRef(false);
  const { error, fail, clear } = useLoadError();
  const { list, mark: endRef, keepPlace: saveFocusPosition } = useFocusPosition(nextPages, `${isLoading} ${error}`);

  const loadPages = (target: LoadPlan<Item>) => {
    const { next } = target.pages.at(-1) ?? first;
    isFetching.current = next !== null && target.pages.length < target.count;
    plan.current = isFetching.current ? target : null;
    if (next !== null && isFetching.current) return void fetcher.load(urlForPage(next));
    setNextPages(target.pages);
    setLoading(false);
  };
  const loadOrRetry = () => {
    clear();
    setLoading(true);
    loadPages(plan.current ?? { pages: nextPages, count: nextPages.length + 1 });
  };

  useRetryWhenOnline(error, loadOrRetry);

  const lastFirst = useRef(first);
  const reloadPages = useEffectEvent((before: ListPage<Item>) => {
    const count = plan.current?.count ?? nextPages.length;
    if (count > 0 && (reload === 'always' || before.next !== first.next)) loadPages({ pages: [], count });
  });
  useEffect(() => {
    const before = lastFirst.current;
    lastFirst.current = first;
    if (before !== first) reloadPages(before);
  }, [first]);

  const onData = useEffectEvent((answer: Answer) => {
    // The router also asks anew by itself, for a page that may not follow what is shown by then.
    if (!isFetching.current || !plan.current) return;
    const page = getPage(answer);
    isFetching.current = false;
    if (page) {
      setAddedCount(page.items.length);
      return loadPages({ ...plan.current, pages: [...plan.current.pages, page] });
    }
    void fail().then(() => setLoading(false));
  });
  useEffect(() => {
    if (fetcher.data !== undefined && fetcher.state === 'idle') onData(fetcher.data as Answer);
  }, [fetcher.data, fetcher.state]);

  // Two pages may meet in the same thing when it moves between them: what was loaded further up counts.
  const items = new Map<string, Item>();
  for (const item of [first, ...nextPages].flatMap((page) => page.items)) if (!items.has(idOf(item))) items.set(idOf(item), item);

  const { next } = nextPages.at(-1) ?? first;
  const nextUrl = next === null ? null : urlForPage(next);
  const loadMore = () => {
    if (nextUrl === null || isLoading) return;
    saveFocusPosition();
    loadOrRetry();
  };
  const end: InfiniteListEnd = { nextUrl, isLoading, error, addedCount: nextPages.length > 0 ? addedCount : 0, loadMore, endRef };
  return {
    /** For the element that holds the items: each of them stands in a <li>. */
    list,
    items: [...items.values()],
    next,
    end,
    /** Changes what was added, where the answer to a deed already says how it looks now. */
    updateItems: (update: (items: Item[]) => Item[]) => setNextPages((now) => now.map((page) => ({ ...page, items: update(page.items) }))),
  };
}

/** Keeps the focus where one reads: what had it at the end of a list changes, or goes away, while the list grows. */
function useFocusPosition(pages: unknown, endState: string) {
  const listRef = useRef<HTMLElement>(null);
  const endRef = useRef<HTMLDivElement>(null);
  const position = useRef<number>(null);
  const list = useCallback((element: HTMLElement | null) => {
    listRef.current = element;
  }, []);
  const rows = () => [...(listRef.current?.querySelectorAll<HTMLElement>('li:not([aria-hidden])') ?? [])];
  const isAtEnd = () => document.activeElement === document.body || endRef.current?.contains(document.activeElement) === true;
  const focusNextItem = useEffectEvent(() => {
    const at = position.current;
    position.current = null;
    if (at === null || !isAtEnd()) return;
    const row = rows()[at];
    const target = row?.querySelector<HTMLElement>('a[href], button, input, summary') ?? row;
    if (target && target === row) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
  });
  useEffect(() => focusNextItem(), [pages]);
  // The link became a button, or the button a link.
  const focusEnd = useEffectEvent(() => {
    if (position.current !== null && document.activeElement === document.body)
      endRef.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });
  useEffect(() => focusEnd(), [endState]);
  const saveFocusPosition = () => {
    position.current = endRef.current?.contains(document.activeElement) ? rows().length : null;
  };
  return { list, mark: endRef, keepPlace: saveFocusPosition };
}
