import { useState } from 'react';
import { Link } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { useHydrated } from '../../../web/hydrated.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { applyResult } from '../rules.ts';
import {
  urlForCatalog,
  type Buyer,
  type CatalogItem as Item,
  type ItemList,
  type ListResponse,
  type MarketActionResult,
} from '../schema.ts';
import { texts, toResultMessage } from '../texts.ts';
import { BuyDialog, BuyPanel, useBuyItem } from './buy-item.tsx';
import { CatalogHead, CategoryChips } from './catalog-head.tsx';
import { ItemCard } from './item-card.tsx';
import { useMarketToast } from './use-market-toast.ts';
import './item.css';
import './market.css';

type CatalogProps = {
  list: ItemList;
  /** Null for visitors. */
  buyer: Buyer | null;
  /** The item that the URL requests to buy; null if it is not on offer. */
  requestedItem: Item | null | undefined;
  /** False if the URL starts in the middle of the list. */
  isStart: boolean;
  /** A new list is loading. */
  isStale: boolean;
  /** The result of the page's action. */
  answer: MarketActionResult | undefined;
};

const selectPage = (answer: ListResponse) => ('list' in answer ? answer.list : null);
const idOf = ({ id }: Item) => id;
const words = { more: texts.list.more, loading: texts.list.loading, failed: texts.list.failed };

/** The catalog of all items (spec 2, section 2). */
export function CatalogPage({ list, buyer, requestedItem, isStart, isStale, answer }: CatalogProps) {
  return (
    <>
      <CatalogHead filters={list.filters} balance={buyer?.balance ?? null} />
      <div className="wrap catalog" aria-busy={isStale || undefined}>
        <CategoryChips filters={list.filters} />
        <ResultNote answer={answer} />
        {requestedItem === null && (
          <div role="status">
            <Note>
              <p>{texts.buying.gone}</p>
            </Note>
          </div>
        )}
        <Items
          key={urlForCatalog(list.filters)}
          list={list}
          buyer={buyer}
          requestedItem={requestedItem ?? null}
          isStart={isStart}
          isStale={isStale}
        />
      </div>
    </>
  );
}

type ItemsProps = Pick<CatalogProps, 'list' | 'buyer' | 'isStart' | 'isStale'> & { requestedItem: Item | null };

function Items({ list, buyer, requestedItem, isStart, isStale }: ItemsProps) {
  const { filters } = list;
  const hydrated = useHydrated();
  const urlForPage = (after: string) => urlForCatalog(filters, { after });
  const { list: holder, items, end, updateItems: change } = useInfiniteList(list, { urlForPage, getPage: selectPage, idOf });
  const onAnswer = (got: MarketActionResult) => change((all) => applyResult(all, got));
  const [chosen, setChosen] = useState(requestedItem);
  const [bought, setBought] = useState<string | null>(null);
  const buying = useBuyItem((answer) => {
    onAnswer(answer);
    if (answer.ok && answer.action === 'buy') setBought(answer.item);
    setChosen(null);
  });
  // The item's current state, in case the page's data was reloaded meanwhile.
  const item = chosen && (items.find(({ id }) => id === chosen.id) ?? chosen);
  const question = item && item.ownership === null && buyer && { item, buyer, filters, buying };
  return (
    <>
      {question && (hydrated ? <BuyDialog {...question} onClose={() => setChosen(null)} /> : <BuyPanel {...question} />)}
      {!isStart && (
        <p>
          <Link className="link" to={urlForCatalog(filters)}>
            {texts.list.fromStart}
          </Link>
        </p>
      )}
      {filters.q !== '' && <h2 className="catalog-found">{texts.search.found(filters.q)}</h2>}
      {items.length === 0 && (
        <EmptyState title={texts.list.empty} text={texts.list.emptyHint} level={2}>
          <LinkButton variant="primary" multiline to="/catalog">
            {texts.list.showAll}
          </LinkButton>
        </EmptyState>
      )}
      <ul ref={holder} className={isStale ? 'item-grid stale' : 'item-grid'}>
        {items.map((each) => (
          <li key={each.id}>
            <ItemCard
              item={each}
              isVisitor={buyer === null}
              filters={filters}
              level={filters.q === '' ? 2 : 3}
              isNew={each.id === bought}
              onBuy={setChosen}
              onAnswer={onAnswer}
            />
          </li>
        ))}
      </ul>
      <ListEnd end={end} labels={words} isEndless showsEnd={items.length > 0} />
    </>
  );
}

/** The result of a form: a toast, or an inline note without JavaScript. */
export function ResultNote({ answer }: { answer: MarketActionResult | undefined }) {
  useMarketToast(answer);
  return (
    <ResultNotice toast={answer ? toResultMessage(answer) : null}>
      {answer?.ok === false && answer.code === 'not-enough-kiddocash' && <Link to="/robux">{texts.getMore}</Link>}
    </ResultNotice>
  );
}
