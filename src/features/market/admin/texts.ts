import { formatNumber } from '../../../shared/number-format.ts';
import { NAME_MAX } from './schema.ts';

/** All texts of the operators' pages about items and templates, and those that the page about plans and prices shares with them. */
export const texts = {
  pages: { items: 'Items', templates: 'Avatar templates', plans: 'Plans and prices' },
  save: 'Save',
  add: 'Add',
  busy: 'Saving...',
  note: 'Why',
  noteHint: 'It stays in the log, with your name.',
  position: 'Place in the order',
  positionHint: 'A lower number comes first. Empty: at the end.',
  name: 'Name',
  picture: 'Picture',
  pictureKeep: 'Leave it empty to keep the picture.',
  older: 'Next page',
  newest: 'First page',
  change: 'Change',
  open: (name: string) => `Change ${name}`,
  backToList: 'Back to the list',
  log: 'What operators did',
  noLog: 'Nothing yet.',
  loggedActions: {
    'item-added': 'added it',
    'item-changed': 'changed it',
    'template-added': 'added it',
    'template-changed': 'changed it',
    'plan-changed': 'changed it',
    'pack-changed': 'changed it',
    'setting-changed': 'changed it',
  } as Record<string, string>,
  saved: {
    added: (name: string) => ({ title: `${name} is added`, text: 'It is in the log.' }),
    changed: (name: string) => ({ title: `${name} is saved`, text: 'What was changed is in the log.' }),
    same: (name: string) => ({ title: 'Nothing was changed', text: `${name} stands as you sent it already.` }),
  },
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',
  gone: 'It is not there any more. Go back to the list.',
  fieldErrors: {
    note: 'Write why, in 3 letters or more.',
    name: `Write a name of 1 to ${NAME_MAX} letters.`,
    category: 'Choose a category.',
    creator: `Write who made it, in 1 to ${NAME_MAX} letters.`,
    price: 'Write a whole number from 0 to 1,000,000.',
    stock: 'Write a whole number from 1 on, or leave it empty.',
    position: 'Write a whole number, or leave it empty.',
    style: 'Use the letters a to z, digits and dashes.',
  },
  pictureErrors: {
    missing: 'Choose a picture.',
    'not-a-picture': 'This is no PNG or WebP picture that can be read.',
    'wrong-size': 'The picture has to be exactly 480 by 720 pixels, and not move.',
    'no-alpha': 'There is nothing to see through: everything around the item has to be transparent.',
    empty: 'There is nothing on this picture.',
    'too-large': 'The picture has to be smaller than 2 MB.',
    head: 'This is no JPEG, PNG or GIF picture that can be read.',
  },

  items: {
    metaTitle: 'Items | Kiddo',
    lead: 'What players can buy and wear. An item is never deleted: take it off the list, and who has it keeps it.',
    addNew: 'Add an item',
    newTitle: 'A new item',
    category: 'Category',
    categoryFixed: 'Who has it has it as this: the category stays.',
    creator: 'Made by',
    price: 'Price in kiddocash',
    priceHint: '0 is free. A changed price counts from now on; nobody pays another one than they saw.',
    stock: 'Pieces',
    stockHint: 'Empty: as many as players want. With a number it is Limited.',
    stockBelowSold: (sold: number) => `So many pieces are sold already: ${formatNumber(sold)}. There cannot be fewer.`,
    isListed: 'On offer',
    isBehind: 'Behind the body (wings, a cape)',
    pictureHint: 'PNG or WebP of exactly 480 x 720 pixels, transparent around the item: a layer of the whole figure.',
    preview: 'How it looks on a player',
    alone: 'How it looks in the catalog',
    see: 'See it in the catalog',
    off: 'not on offer',
    sold: (sold: number, stock: number | null) =>
      stock === null ? `${formatNumber(sold)} sold` : `${formatNumber(sold)} of ${formatNumber(stock)} sold`,
    cost: (price: number) => (price === 0 ? 'free' : `${formatNumber(price)} kiddocash`),
    none: 'There are no items yet.',
  },

  templates: {
    metaTitle: 'Avatar templates | Kiddo',
    lead: 'Heads to choose from in the avatar editor. Taken off the list, one stays with who wears it.',
    addNew: 'Add a template',
    newTitle: 'A new template',
    style: 'Style',
    styleHint: 'Templates of one style stand together: cartoon, robots ...',
    isPremium: 'Premium only',
    isListed: 'On the list',
    pictureHint: 'JPEG, PNG or GIF, up to 2 MB. It is cut to a square of 384 pixels.',
    preview: 'How it looks on a player',
    premium: 'premium',
    off: 'not on the list',
    none: 'There are no templates yet.',
  },
} as const;

/** The message for a successful save. */
export function toSaveMessage(saved: { name: string; isNew: boolean; isChanged: boolean }): { title: string; text: string } {
  if (saved.isNew) return texts.saved.added(saved.name);
  return saved.isChanged ? texts.saved.changed(saved.name) : texts.saved.same(saved.name);
}
