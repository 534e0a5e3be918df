import { Link } from 'react-router';
import { NAME_MAX } from '../schema.ts';
import { texts as adminTexts } from '../texts.ts';
import { EditorPage, type EditorDescription, type EditorPageProps } from './editor-page.tsx';
import { nameField, NUMBER_LENGTH_MAX, positionField } from './row-fields.ts';
import { CATEGORIES, type AvatarImages } from '../../schema.ts';
import { texts as marketTexts } from '../../texts.ts';
import { AvatarPreview } from '../../ui/avatar-preview.tsx';
import type { AdminItem } from '../../item-editor/schema.ts';
import './admin.css';

const texts = adminTexts.items;

const ITEMS: EditorDescription<AdminItem> = {
  page: 'items',
  kind: 'item',
  texts,
  fields: [
    nameField,
    {
      type: 'choice',
      name: 'category',
      label: texts.category,
      options: CATEGORIES.map((category) => ({ value: category, label: marketTexts.categories[category] })),
      getValue: ({ category }) => category,
      fixedHint: texts.categoryFixed,
    },
    {
      type: 'line',
      name: 'creator',
      label: texts.creator,
      getValue: (item) => item?.creator ?? 'Kiddo',
      maxLength: NAME_MAX,
      isRequired: true,
    },
    {
      type: 'line',
      name: 'price',
      label: texts.price,
      hint: texts.priceHint,
      getValue: (item) => (item === null ? '' : String(item.price)),
      inputMode: 'numeric',
      maxLength: NUMBER_LENGTH_MAX,
      isRequired: true,
    },
    {
      type: 'line',
      name: 'stock',
      label: texts.stock,
      hint: texts.stockHint,
      getValue: (item) => (item?.stock == null ? '' : String(item.stock)),
      inputMode: 'numeric',
      maxLength: NUMBER_LENGTH_MAX,
      isRequired: false,
    },
    positionField,
    {
      type: 'checkboxes',
      boxes: [
        { name: 'isListed', label: texts.isListed, isChecked: (item) => item?.isListed ?? true },
        { name: 'isBehind', label: texts.isBehind, isChecked: (item) => item?.isBehind ?? false },
      ],
    },
  ],
  picture: { accept: 'image/png,image/webp', hint: texts.pictureHint, getUrl: ({ layer }) => layer },
  thumbnail: { getUrl: ({ thumb }) => thumb },
  describe: ({ category, price, sold, stock, isListed }) =>
    [marketTexts.categories[category], texts.cost(price), texts.sold(sold, stock), !isListed && texts.off].filter(Boolean).join(', '),
};

/** All items for operators: add and change items, with a preview of how players see them. */
export function ItemsPage({ avatar, ...page }: EditorPageProps<AdminItem> & { avatar: AvatarImages }) {
  return (
    <EditorPage
      {...page}
      description={ITEMS}
      renderPreview={(item, layer) => (
        <>
          <AvatarPreview avatar={avatar} item={{ layer, isBehind: item?.isBehind ?? false }} alt={texts.preview} />
          {item && <ItemAlone item={item} />}
        </>
      )}
    />
  );
}

function ItemAlone({ item }: { item: AdminItem }) {
  return (
    <>
      <h3>{texts.alone}</h3>
      <img className="operating-thumb" src={item.thumb} width="120" height="120" alt="" />
      <p className="muted">{texts.sold(item.sold, item.stock)}</p>
      {item.isListed && (
        <Link className="link" to={`/catalog?buy=${item.id}`}>
          {texts.see}
        </Link>
      )}
    </>
  );
}
