import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import { CATEGORIES } from '../../schema.ts';
import { texts as shopTexts } from '../../texts.ts';
import { AvatarPreview } from '../../ui/avatar-preview.tsx';
import { ADMIN_URLS, type AdminItem, type ItemsView, type SaveResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { PageLinks, MarketAdminFrame } from './market-admin-frame.tsx';
import { FileField, AuditLog, SaveNotice, SaveForm, useFilePreview } from './save-form.tsx';
import './admin.css';

const words = texts.items;
const PAGE_URL = ADMIN_URLS.items;

type ItemsPageProps = {
  view: ItemsView;
  isStart: boolean;
  /** The selected item was just added. */ isAdded: boolean;
  answer: SaveResult | undefined;
};

/** All items for operators: add and change items, with a preview of how players see them. */
export function ItemsPage({ view, isStart, isAdded, answer }: ItemsPageProps) {
  const { items, next, open } = view;
  return (
    <MarketAdminFrame page="items" lead={words.lead}>
      <SaveNotice answer={answer} added={isAdded && open !== null && open !== 'new' ? open.name : null} />
      {open === null ? (
        <p>
          <LinkButton variant="primary" to={`${PAGE_URL}?item=new`}>
            {words.addNew}
          </LinkButton>
        </p>
      ) : (
        <ItemForm key={open === 'new' ? 'new' : open.id} view={view} open={open} answer={answer} />
      )}
      {items.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="case-rows">
        {items.map((item) => (
          <li key={item.id}>
            <img src={item.thumb} width="56" height="56" alt="" loading="lazy" />
            <div>
              <b>{item.name}</b>
              <p className="muted">
                {shopTexts.categories[item.category]}, {words.cost(item.price)}, {words.sold(item.sold, item.stock)}
                {!item.isOffered && `, ${words.off}`}
              </p>
            </div>
            <LinkButton variant="soft" size="sm" to={`${PAGE_URL}?item=${item.id}`} aria-label={texts.open(item.name)}>
              {texts.change}
            </LinkButton>
          </li>
        ))}
      </ul>
      <PageLinks url={PAGE_URL} next={next} isStart={isStart} />
    </MarketAdminFrame>
  );
}

function ItemForm({ view, open, answer }: { view: ItemsView; open: AdminItem | 'new'; answer: SaveResult | undefined }) {
  const item = open === 'new' ? null : open;
  const [previewUrl, setPreviewUrl] = useFilePreview(`${item?.id ?? 'new'} ${item?.layer ?? ''}`);
  const layer = previewUrl ?? item?.layer ?? null;
  return (
    <section className="panel operating-open" aria-labelledby="open">
      <h2 id="open">{item?.name ?? words.newTitle}</h2>
      <div className="operating-columns">
        <SaveForm id={item?.id ?? 'new'} url={`${PAGE_URL}?item=${item?.id ?? 'new'}`} cancelUrl={PAGE_URL} answer={answer} hasPicture>
          {({ typed, errorFor: faultOf, wasSent }) => (
            <>
              <Field
                name="name"
                label={texts.name}
                defaultValue={typed('name', item?.name ?? '')}
                error={faultOf('name')}
                maxLength={60}
                required
              />
              {item === null ? (
                <label className="field">
                  <span>{words.category}</span>
                  <select className="select" name="category" defaultValue={typed('category', 'hats')}>
                    {CATEGORIES.map((category) => (
                      <option key={category} value={category}>
                        {shopTexts.categories[category]}
                      </option>
                    ))}
                  </select>
                </label>
              ) : (
                <p className="field-hint">
                  {words.category}: <b>{shopTexts.categories[item.category]}</b>. {words.categoryFixed}
                </p>
              )}
              <Field
                name="creator"
                label={words.creator}
                defaultValue={typed('creator', item?.creator ?? 'Kiddo')}
                error={faultOf('creator')}
                maxLength={60}
                required
              />
              <Field
                name="price"
                label={words.price}
                hint={words.priceHint}
                defaultValue={typed('price', item === null ? '' : String(item.price))}
                error={faultOf('price')}
                inputMode="numeric"
                maxLength={7}
                required
              />
              <Field
                name="stock"
                label={words.stock}
                hint={words.stockHint}
                defaultValue={typed('stock', item?.stock == null ? '' : String(item.stock))}
                error={faultOf('stock')}
                inputMode="numeric"
                maxLength={7}
              />
              <Field
                name="place"
                label={texts.place}
                hint={texts.placeHint}
                defaultValue={typed('place', item === null ? '' : String(item.place))}
                error={faultOf('place')}
                inputMode="numeric"
                maxLength={7}
              />
              <ItemCheckboxes item={item} typed={typed} wasSent={wasSent} />
              <FileField
                label={texts.picture}
                hint={item === null ? words.pictureHint : `${words.pictureHint} ${words.pictureKeep}`}
                error={faultOf('picture')}
                accept="image/png,image/webp"
                required={item === null}
                onPreview={setPreviewUrl}
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <h3>{words.preview}</h3>
          <AvatarPreview
            avatar={view.avatar}
            item={{ layer, isBehind: item?.isBehind ?? false, category: item?.category ?? 'hats' }}
            alt={words.preview}
          />
          {item && (
            <>
              <h3>{words.alone}</h3>
              <img className="operating-thumb" src={item.thumb} width="120" height="120" alt="" />
              <p className="muted">{words.sold(item.sold, item.stock)}</p>
              {item.isOffered && (
                <Link className="link" to={`/catalog?buy=${item.id}`}>
                  {words.see}
                </Link>
              )}
            </>
          )}
          {item && <AuditLog id="log" log={view.log} />}
        </div>
      </div>
    </section>
  );
}

type ItemCheckboxesProps = { item: AdminItem | null; typed: (name: string, now: string) => string; wasSent: boolean };

function ItemCheckboxes({ item, typed, wasSent }: ItemCheckboxesProps) {
  // Browsers do not submit an unchecked checkbox.
  const isChecked = (name: string, now: boolean) => typed(name, wasSent ? '' : now ? 'yes' : '') === 'yes';
  return (
    <div className="operating-ticks">
      <Checkbox name="isOffered" value="yes" label={words.isOffered} defaultChecked={isChecked('isOffered', item?.isOffered ?? true)} />
      <Checkbox name="isBehind" value="yes" label={words.isBehind} defaultChecked={isChecked('isBehind', item?.isBehind ?? false)} />
    </div>
  );
}
