import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { useAskWhenBack, useFault, type Fault } from './use-fault.ts';

/** A part of a list, and the cursor of the part after it. */
export type ListPage<Item> = { items: Item[]; next: string | null };

/** What the end of a list needs to know (kit/list-end.tsx). */
export type GrowingEnd = {
  /** Where the next page lies; null where there is none. */
  address: string | null;
  isLoading: boolean;
  fault: Fault | null;
  /** How many came last; 0 before anything was added. */
  added: number;
  loadMore: () => void;
  mark?: RefObject<HTMLDivElement | null>;
};

type Ways<Item, Answer> = {
  /** Where the page after a cursor lies. */
  addressOf: (after: string) => string;
  /** Takes the page out of what that address answers; null where it did not come. */
  pick: (answer: Answer) => ListPage<Item> | null;
  idOf: (item: Item) => string;
  /** When the first page was loaded anew, those below it follow: always, or only where the first one ends elsewhere now. */
  follow?: 'always' | 'moved';
};

/** Pages that are to be loaded, and those of them that are there. */
type Plan<Item> = { pages: ListPage<Item>[]; count: number };

/**
 * The pages of a list that were loaded so far, and the way to the next. What was loaded anew takes the place of what was there
 * once all of it has come. Who had the focus at the end of the list goes on at the first thing that was added.
 * @param first the page that came with the address; give the list a key for another one
 */
export function useGrowingList<Item, Answer>(first: ListPage<Item>, { addressOf, pick, idOf, follow = 'moved' }: Ways<Item, Answer>) {
  const fetcher = useFetcher<Answer>();
  const [tail, setTail] = useState<ListPage<Item>[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [added, setAdded] = useState(0);
  const plan = useRef<Plan<Item>>(null);
  const isOnWay = useRef(false);
  const { fault, fail, clear } = useFault();
  const { list, mark, keepPlace } = usePlace(tail, `${isLoading} ${fault}`);

  const load = (wanted: Plan<Item>) => {
    const { next } = wanted.pages.at(-1) ?? first;
    isOnWay.current = next !== null && wanted.pages.length < wanted.count;
    plan.current = isOnWay.current ? wanted : null;
    if (next !== null && isOnWay.current) return void fetcher.load(addressOf(next));
    setTail(wanted.pages);
    setLoading(false);
  };
  const again = () => {
    clear();
    setLoading(true);
    load(plan.current ?? { pages: tail, count: tail.length + 1 });
  };

  useAskWhenBack(fault, again);

  const seen = useRef(first);
  const renew = useEffectEvent((before: ListPage<Item>) => {
    const count = plan.current?.count ?? tail.length;
    if (count > 0 && (follow === 'always' || before.next !== first.next)) load({ pages: [], count });
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = first;
    if (before !== first) renew(before);
  }, [first]);

  const take = useEffectEvent((answer: Answer) => {
    // The router also asks anew by itself, for a page that may not follow what is shown by then.
    if (!isOnWay.current || !plan.current) return;
    const page = pick(answer);
    isOnWay.current = false;
    if (page) {
      setAdded(page.items.length);
      return load({ ...plan.current, pages: [...plan.current.pages, page] });
    }
    void fail().then(() => setLoading(false));
  });
  useEffect(() => {
    if (fetcher.data !== undefined && fetcher.state === 'idle') take(fetcher.data as Answer);
  }, [fetcher.data, fetcher.state]);

  // Two pages may meet in the same thing when it moves between them: what was loaded further up counts.
  const items = new Map<string, Item>();
  for (const item of [first, ...tail].flatMap((page) => page.items)) if (!items.has(idOf(item))) items.set(idOf(item), item);

  const { next } = tail.at(-1) ?? first;
  const address = next === null ? null : addressOf(next);
  const loadMore = () => {
    if (address === null || isLoading) return;
    keepPlace();
    again();
  };
  const end: GrowingEnd = { address, isLoading, fault, added: tail.length > 0 ? added : 0, loadMore, mark };
  return {
    /** For the element that holds the items: each of them stands in a <li>. */
    list,
    items: [...items.values()],
    next,
    end,
    /** Changes what was added, where the answer to a deed already says how it looks now. */
    change: (how: (items: Item[]) => Item[]) => setTail((now) => now.map((page) => ({ ...page, items: how(page.items) }))),
  };
}

/** Keeps the focus where one reads: what had it at the end of a list changes, or goes away, while the list grows. */
function usePlace(grown: unknown, look: string) {
  const holder = useRef<HTMLElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const place = useRef<number>(null);
  const list = useCallback((element: HTMLElement | null) => {
    holder.current = element;
  }, []);
  const rows = () => [...(holder.current?.querySelectorAll<HTMLElement>('li:not([aria-hidden])') ?? [])];
  const isAtEnd = () => document.activeElement === document.body || mark.current?.contains(document.activeElement) === true;
  const goOn = useEffectEvent(() => {
    const at = place.current;
    place.current = null;
    if (at === null || !isAtEnd()) return;
    const row = rows()[at];
    const target = row?.querySelector<HTMLElement>('a[href], button, input, summary') ?? row;
    if (target && target === row) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
  });
  useEffect(() => goOn(), [grown]);
  // The link became a button, or the button a link.
  const holdOn = useEffectEvent(() => {
    if (place.current !== null && document.activeElement === document.body)
      mark.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });
  useEffect(() => holdOn(), [look]);
  const keepPlace = () => {
    place.current = mark.current?.contains(document.activeElement) ? rows().length : null;
  };
  return { list, mark, keepPlace };
}
