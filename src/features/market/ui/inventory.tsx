import { useInfiniteList } from '../../../web/infinite-list.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { applyResult } from '../rules.ts';
import type { InventoryPage, ListResponse, MarketActionResult, OwnedItem } from '../schema.ts';
import { texts } from '../texts.ts';
import { OwnedCard } from './item-card.tsx';
import './item.css';
import './market.css';

const urlForPage = (after: string) => `/inventory?after=${encodeURIComponent(after)}`;
const selectPage = (answer: ListResponse) => ('page' in answer ? answer.page : null);
const idOf = ({ id }: OwnedItem) => id;

/** The player's items, which can be put on and taken off. It always loads more pages from /inventory, on any page. */
export function Inventory({ page }: { page: InventoryPage }) {
  const { list, items, end, updateItems: change } = useInfiniteList(page, { urlForPage, getPage: selectPage, idOf });
  const onAnswer = (answer: MarketActionResult) => change((all) => applyResult(all, answer));
  const words = texts.inventory;
  if (items.length === 0) {
    return (
      <EmptyState title={words.empty} text={words.emptyText} level={2}>
        <LinkButton variant="primary" multiline to="/catalog">
          {words.toCatalog}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="muted inventory-total">{words.total(page.total)}</p>
      <ul ref={list} className="item-grid">
        {items.map((item) => (
          <li key={item.id}>
            <OwnedCard item={item} onAnswer={onAnswer} />
          </li>
        ))}
      </ul>
      <ListEnd end={end} />
    </>
  );
}
