import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { useSubmitOnce } from '../../../web/use-pending-form.ts';
import { urlForCatalog, type Buyer, type CatalogItem, type ItemFilters, type MarketActionResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { useMarketToast } from './use-market-toast.ts';
import './item.css';

const words = texts.buying;

/** Buys an item without leaving the page; repeated presses count as one purchase. */
export function useBuyItem(onAnswer: (answer: MarketActionResult) => void) {
  const fetcher = useFetcher<MarketActionResult>();
  const isBusy = fetcher.state !== 'idle';
  const onSubmit = useSubmitOnce(isBusy, fetcher.data);
  useMarketToast(fetcher.data, onAnswer);
  return { Form: fetcher.Form, isBusy, onSubmit };
}

type BuyProps = {
  item: CatalogItem;
  buyer: Buyer;
  filters: Partial<ItemFilters>;
  buying: ReturnType<typeof useBuyItem>;
};

/** Confirmation before a purchase: preview, price, and the balance afterwards. */
export function BuyDialog({ onClose, ...props }: BuyProps & { onClose: () => void }) {
  const { isBusy } = props.buying;
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog open title={words.title(props.item.name)} onClose={close}>
      <BuyQuestion
        {...props}
        no={
          <Button variant="soft" aria-disabled={isBusy || undefined} onClick={close}>
            {words.no}
          </Button>
        }
      />
    </Dialog>
  );
}

/** The same confirmation as part of the page, for use without JavaScript. */
export function BuyPanel(props: BuyProps) {
  return (
    <section className="panel buy-panel" aria-labelledby="buy">
      <h2 id="buy">{words.title(props.item.name)}</h2>
      <BuyQuestion
        {...props}
        no={
          <LinkButton variant="soft" to={urlForCatalog(props.filters)}>
            {words.no}
          </LinkButton>
        }
      />
    </section>
  );
}

function BuyQuestion({ item, buyer, filters, buying, no }: BuyProps & { no: ReactNode }) {
  const { name, price, limited, key, id, category } = item;
  const { balance, worn } = buyer;
  const missing = price - balance;
  const isSoldOut = limited !== null && limited.left === 0;
  return (
    <div className="buy">
      <div className="figure">
        <img className="figure-layer" src={`/avatars/try-on/${id}`} width="240" height="360" alt={words.preview(name)} />
      </div>
      <div className="buy-words">
        {isSoldOut ? <p>{words.soldOut}</p> : <PriceSummary price={price} balance={balance} />}
        {limited !== null && !isSoldOut && (
          <p className="buy-limited">
            {texts.card.limited}: {texts.card.left(limited.left, limited.pieces)}
          </p>
        )}
        {worn.includes(category) && <p className="muted">{words.over}</p>}
        {!isSoldOut && missing > 0 ? (
          <>
            <p className="buy-missing">{words.missing(missing)}</p>
            <p className="muted">{words.ask}</p>
          </>
        ) : (
          <p className="muted">{words.keep}</p>
        )}
      </div>
      <buying.Form method="post" action={urlForCatalog(filters)} className="dialog-acts" onSubmit={buying.onSubmit}>
        <input type="hidden" name="item" value={id} />
        <input type="hidden" name="key" value={key} />
        {isSoldOut ? null : missing > 0 ? (
          <LinkButton variant="primary" to="/robux">
            {texts.getMore}
          </LinkButton>
        ) : (
          <Button type="submit" variant="primary" aria-disabled={buying.isBusy || undefined}>
            {buying.isBusy ? words.busy : words.yes(price)}
          </Button>
        )}
        {no}
      </buying.Form>
    </div>
  );
}

/** What an item costs, what the player has, and what is left afterwards if it is enough. */
function PriceSummary({ price, balance }: { price: number; balance: number }) {
  return (
    <dl className="buy-sum">
      <div>
        <dt>{words.costs}</dt>
        <dd>{texts.cost(price)}</dd>
      </div>
      <div>
        <dt>{words.have}</dt>
        <dd>{texts.balance(balance)}</dd>
      </div>
      {price <= balance && (
        <div className="buy-left">
          <dt>{words.left}</dt>
          <dd>{texts.balance(balance - price)}</dd>
        </div>
      )}
    </dl>
  );
}
