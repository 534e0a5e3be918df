import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedContent } from '../../../web/cached-content.tsx';
import { useBrokenImage } from '../../../web/kit/avatar.tsx';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { urlForCatalog, type CatalogItem as Item, type ItemFilters, type MarketActionResult, type OwnedItem } from '../schema.ts';
import { texts } from '../texts.ts';
import { WearButton } from './wear-button.tsx';
import './item.css';

const words = texts.card;

type ItemCardProps = {
  item: Item;
  isVisitor: boolean;
  /** Filters of the list that contains the card; without scripts, the browser returns to that list. */
  filters: Partial<ItemFilters>;
  level: 2 | 3;
  /** Just bought on this page. */
  isNew?: boolean;
  /** Opens the purchase confirmation; without scripts that is a separate page. */
  onBuy: (item: Item) => void;
  onAnswer: (answer: MarketActionResult) => void;
};

/** An item on offer: name, price and available actions. */
export function ItemCard(props: ItemCardProps) {
  return (
    <CachedContent
      as="article"
      className="item-card"
      component={ItemCardContent}
      props={props}
      // The button that wears an item needs the router's data.
      isCacheable={props.item.ownership === null}
    />
  );
}

function ItemCardContent({ item, isVisitor, filters, level, isNew = false, onBuy, onAnswer }: ItemCardProps) {
  const { id, name, price, limited, ownership } = item;
  const buyUrl = urlForCatalog(filters, { buy: id });
  const isSoldOut = limited !== null && limited.left === 0;
  return (
    <Frame item={item} level={level}>
      <p className="item-price">
        {price > 0 && <img src="/brand/token.svg" width="20" height="22" alt="" />}
        <b>{price === 0 ? texts.free : texts.many(price)}</b>
        {price > 0 && <span className="visually-hidden">{texts.unit}</span>}
      </p>
      {ownership !== null ? (
        <>
          <p className="item-have">
            <Icon icon="check" size="small" />
            {ownership.number === null ? words.owned : words.piece(ownership.number)}
          </p>
          <WearButton itemId={id} name={name} isWorn={ownership.isWorn} takesFocus={isNew} onAnswer={onAnswer} />
        </>
      ) : isSoldOut ? (
        <p className="item-have">{words.soldOut}</p>
      ) : isVisitor ? (
        <LinkButton
          variant="soft"
          size="sm"
          multiline
          block
          className="item-button"
          to={`/login?returnUrl=${encodeURIComponent(buyUrl)}`}
          aria-label={words.logInAloud(name)}
        >
          {words.logIn}
        </LinkButton>
      ) : (
        <Link
          className={buttonClass({ variant: 'secondary', size: 'sm', multiline: true, block: true }, 'item-button')}
          to={buyUrl}
          aria-label={words.aloud(name)}
          preventScrollReset
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onBuy(item);
          }}
        >
          <Icon icon="shopping-bag" size="small" />
          {price === 0 ? words.add : words.buy}
        </Link>
      )}
    </Frame>
  );
}

/** An item that the player owns, with a button to put it on or take it off. */
export function OwnedCard({ item, onAnswer }: { item: OwnedItem; onAnswer: (answer: MarketActionResult) => void }) {
  const { id, name, ownership, paid } = item;
  return (
    <article className={ownership.isWorn ? 'item-card worn' : 'item-card'}>
      <Frame item={item} level={2}>
        <p className="item-have">
          {ownership.number === null ? texts.inventory.paid(paid) : words.piece(ownership.number)}
          {ownership.isWorn && <span className="visually-hidden">{words.worn}</span>}
        </p>
        <WearButton itemId={id} name={name} isWorn={ownership.isWorn} onAnswer={onAnswer} />
      </Frame>
    </article>
  );
}

type FrameProps = { item: Omit<Item, 'ownership' | 'key'>; level: 2 | 3; children: ReactNode };

function Frame({ item, level, children }: FrameProps) {
  const { name, creator, thumb, category, limited } = item;
  const Title = `h${level}` as const;
  const { image, isBroken, onError } = useBrokenImage(thumb);
  return (
    <>
      <div className="item-picture">
        {isBroken ? (
          <Icon icon="shirt" size="large" />
        ) : (
          <img ref={image} src={thumb} width="240" height="240" alt="" loading="lazy" onError={onError} />
        )}
        {limited !== null && (
          <span className="sticker limited">
            {words.limited}
            <span className="visually-hidden">: </span> <span>{words.left(limited.left, limited.pieces)}</span>
          </span>
        )}
      </div>
      <div className="item-body">
        <Title>{name}</Title>
        <p className="muted item-by">
          {texts.categories[category]}, {words.by(creator)}
        </p>
        {children}
      </div>
    </>
  );
}
