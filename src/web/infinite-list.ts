import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { afterPress } from './after-press.ts';
import { useRetryWhenOnline, useLoadError, type LoadError } from './use-load-error.ts';

/** One page of a list, and the cursor of the next page. */
export type ListPage<Item> = { items: Item[]; next: string | null };

/** The state that the end of a list shows (kit/list-end.tsx). */
export type InfiniteListEnd = {
  /** The URL of the next page; null when there is none. */
  nextUrl: string | null;
  isLoading: boolean;
  error: LoadError | null;
  /** How many items the last load added; 0 before the first load. */
  addedCount: number;
  loadMore: () => void;
  endRef?: RefObject<HTMLDivElement | null>;
};

type InfiniteListOptions<Item, Answer> = {
  /** The URL of the page after a cursor. */
  urlForPage: (after: string) => string;
  /** Extracts the page from the response; null when loading failed. */
  getPage: (answer: Answer) => ListPage<Item> | null;
  idOf: (item: Item) => string;
  /** When to reload the further pages after the first page was reloaded: always, or only when the first page's cursor changed. */
  reload?: 'always' | 'moved';
};

/** A load in progress: the pages loaded so far, and how many to load. */
type LoadPlan<Item> = { pages: ListPage<Item>[]; count: number };

/**
 * The pages of a list that are loaded so far, and a way to load the next one. If the focus was at the end of the list, it moves to the
 * first added item.
 * @param first the first page, from the route's loader; give the list a new key for another list
 */
export function useInfiniteList<Item, Answer>(first: ListPage<Item>, options: InfiniteListOptions<Item, Answer>) {
  const { urlForPage, idOf } = options;
  const { nextPages, setNextPages, isLoading, addedCount, error, loadOrRetry } = useNextPages(first, options);
  const { list, endRef, saveFocusPosition } = useFocusPosition(nextPages, `${isLoading} ${error}`);

  // An item may be on two pages if it moved between loads: the earlier page wins.
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
    /** A ref for the element that contains the items. Each item must be in a <li>. */
    list,
    items: [...items.values()],
    next,
    end,
    /** Updates the added items when the response of an action already tells how they look now. */
    updateItems: (update: (items: Item[]) => Item[]) => setNextPages((now) => now.map((page) => ({ ...page, items: update(page.items) }))),
  };
}

/**
 * The pages after the first. A reload replaces the old pages only after all of its pages have arrived.
 * @param first when it is another one, the further pages are reloaded
 */
function useNextPages<Item, Answer>(first: ListPage<Item>, { urlForPage, getPage, reload = 'moved' }: InfiniteListOptions<Item, Answer>) {
  const fetcher = useFetcher<Answer>();
  const [nextPages, setNextPages] = useState<ListPage<Item>[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [addedCount, setAddedCount] = useState(0);
  const plan = useRef<LoadPlan<Item>>(null);
  const isFetching = useRef(false);
  const { error, fail, clear } = useLoadError();

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
    // The router also reloads the fetcher by itself. That page may no longer follow the pages shown now.
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
    if (fetcher.data === undefined || fetcher.state !== 'idle') return;
    return afterPress(() => onData(fetcher.data as Answer));
  }, [fetcher.data, fetcher.state]);

  return { nextPages, setNextPages, isLoading, addedCount, error, loadOrRetry };
}

/** Keeps the keyboard position: the focused element at the end of a list changes or disappears while the list grows. */
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
  // The end switched from a link to a button, or from a button to a link.
  const focusEnd = useEffectEvent(() => {
    if (position.current !== null && document.activeElement === document.body)
      endRef.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });
  useEffect(() => focusEnd(), [endState]);
  const saveFocusPosition = () => {
    position.current = endRef.current?.contains(document.activeElement) ? rows().length : null;
  };
  return { list, endRef, saveFocusPosition };
}
