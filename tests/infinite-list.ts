import { expect } from 'vitest';
import type { InfiniteListEnd, ListPage } from '../src/web/infinite-list.ts';
import { texts } from '../src/web/kit/texts.ts';
import { findElements, textOf } from './markup.ts';

// Renders infinite lists in states that otherwise only a browser reaches. A test replaces the module of `useInfiniteList` with this one by
// vi.mock and calls expectListEndStates for each of its lists.

type EndState = Pick<InfiniteListEnd, 'isLoading' | 'error' | 'addedCount'>;
type EndTexts = Record<'more' | 'loading' | 'failed' | 'offline' | 'end', string>;

const IDLE: EndState = { isLoading: false, error: null, addedCount: 0 };
let endState = IDLE;

/** Replaces the hook of the same name: the first page, with its end in the state under test. */
export function useInfiniteList<Item>({ items, next }: ListPage<Item>, { urlForPage }: { urlForPage: (after: string) => string }) {
  const end: InfiniteListEnd = { nextUrl: next === null ? null : urlForPage(next), ...endState, loadMore: () => {} };
  return { list: () => {}, items, next, end, updateItems: () => {} };
}

/**
 * Expects that a list links to its next page, and that it shows loading, failure, a missing network, and the end of the list.
 * @param render renders the list with some items, and the next page at this cursor
 * @param address the URL of the page after the cursor 'c1'
 * @param overrides the list's own texts
 */
export function expectListEndStates(render: (next: string | null) => string, address: string, overrides: Partial<EndTexts> = {}): void {
  const words: EndTexts = { ...texts.list, ...overrides };
  const renderEnd = (next: string | null, more: Partial<EndState>) => {
    endState = { ...IDLE, ...more };
    const html = render(next);
    endState = IDLE;
    const [, end = ''] = html.split('<div class="list-end">');
    const links = findElements(end, 'a', { href: address.replaceAll('&', '&amp;') });
    return { said: textOf(end), links, hasButton: /<button[^>]*>Try Again/.test(end) };
  };
  const rest = renderEnd('c1', {});
  expect(rest).toMatchObject({ said: expect.stringContaining(words.more), links: [{}], hasButton: false });
  for (const word of [words.loading, words.failed, words.offline, words.end]) expect(rest.said).not.toContain(word);
  expect(renderEnd('c1', { isLoading: true })).toMatchObject({
    said: expect.stringContaining(words.loading),
    links: [{ 'aria-disabled': 'true' }],
    hasButton: false,
  });
  for (const fault of ['failed', 'offline'] as const)
    expect(renderEnd('c1', { error: fault })).toMatchObject({ said: expect.stringContaining(words[fault]), links: [], hasButton: true });
  expect(renderEnd('c1', { addedCount: 3 })).toMatchObject({ said: expect.stringContaining(texts.list.added(3)), links: [{}] });
  expect(renderEnd(null, { addedCount: 3 })).toMatchObject({ said: expect.stringContaining(words.end), links: [], hasButton: false });
}
