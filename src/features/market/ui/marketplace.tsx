import { useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Buyer, CatalogItem as Item } from '../schema.ts';
import { texts } from '../texts.ts';
import { BuyDialog, useBuyItem } from './buy-item.tsx';
import { ItemCard } from './item-card.tsx';
import '../../games/catalogue/ui/games.css';
import './item.css';
import './market.css';

const words = texts.market;
const FILTERS = {};

type MarketplaceProps = {
  offers: Item[];
  /** Null for visitors. */
  buyer: Buyer | null;
  viewerKind: 'visitor' | 'player' | 'premium';
};

/** The marketplace: new items, tips, and a link to the player's avatar (spec 2, section 2). */
export function MarketplacePage({ offers, buyer, viewerKind }: MarketplaceProps) {
  const [chosen, setChosen] = useState<Item | null>(null);
  const [bought, setBought] = useState<string | null>(null);
  const buying = useBuyItem((answer) => {
    if (answer.ok && answer.action === 'buy') setBought(answer.item);
    setChosen(null);
  });
  const item = chosen && (offers.find(({ id }) => id === chosen.id) ?? chosen);
  return (
    <>
      <div className="cloth tycoon list-band">
        <div className="wrap market-head">
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
      </div>
      <div className="wrap market">
        <section aria-labelledby="offers">
          <div className="section-head">
            <h2 id="offers">{words.offers}</h2>
            <Link className="see-all" to="/catalog">
              {words.seeAll}
              <Icon icon="chevron-right" size="small" />
            </Link>
          </div>
          {offers.length === 0 && <p className="muted">{words.none}</p>}
          <ul className="item-grid">
            {offers.map((each) => (
              <li key={each.id}>
                <ItemCard
                  item={each}
                  isVisitor={buyer === null}
                  filters={FILTERS}
                  level={3}
                  isNew={each.id === bought}
                  onBuy={setChosen}
                  // Nothing to do: the reloaded page shows the result.
                  onAnswer={() => {}}
                />
              </li>
            ))}
          </ul>
          {item && item.ownership === null && buyer && (
            <BuyDialog item={item} buyer={buyer} filters={FILTERS} buying={buying} onClose={() => setChosen(null)} />
          )}
        </section>
        <div className="market-side">
          <Tips />
          <AvatarCard viewerKind={viewerKind} avatar={buyer?.avatar.head} />
        </div>
      </div>
    </>
  );
}

function Tips() {
  return (
    <section className="panel" aria-labelledby="tips">
      <h2 id="tips">{words.tipsTitle}</h2>
      <ul className="tips">
        {words.tips.map(({ title, text }) => (
          <li key={title}>
            <Icon icon="lightbulb" />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type AvatarCardProps = Pick<MarketplaceProps, 'viewerKind'> & {
  /** The player's avatar; visitors see an example. */
  avatar?: string;
};

function AvatarCard({ viewerKind, avatar: picture = '/avatars/cartoon-01.svg' }: AvatarCardProps) {
  const { avatar } = words;
  return (
    <section className="panel avatar-card" aria-labelledby="avatar">
      <h2 id="avatar">{avatar.title}</h2>
      <Avatar src={picture} size={96} lazy />
      {viewerKind === 'visitor' && (
        <>
          <p>{avatar.visitor}</p>
          <LinkButton variant="primary" to="/login?returnUrl=%2Favatar-customization">
            {avatar.signIn}
          </LinkButton>
        </>
      )}
      {viewerKind === 'player' && (
        <>
          <p>
            <b className="avatar-premium">
              <Icon icon="crown" filled />
              {avatar.premiumTitle}
            </b>
          </p>
          <p>{avatar.premium}</p>
          <LinkButton variant="primary" to="/subscription">
            {avatar.upgrade}
          </LinkButton>
        </>
      )}
      {viewerKind === 'premium' && (
        <>
          <p>{avatar.ready}</p>
          <LinkButton variant="primary" to="/avatar-customization">
            {avatar.customize}
          </LinkButton>
        </>
      )}
    </section>
  );
}
