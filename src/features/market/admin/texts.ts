import { formatNumber } from '../../../shared/number-format.ts';
import { FEATURE_MAX, FEATURES_MAX, PLAN_KIDDOCASH_MAX, NAME_MAX, PLAN_PRICE_MAX } from './rules.ts';

/** All texts of the admin pages about items, templates and plans. */
export const texts = {
  pages: { items: 'Items', templates: 'Avatar templates', plans: 'Plans' },
  many: formatNumber,
  save: 'Save',
  add: 'Add',
  busy: 'Saving...',
  note: 'Why',
  noteHint: 'It stays in the log, with your name.',
  place: 'Place in the order',
  placeHint: 'A lower number comes first. Empty: at the end.',
  name: 'Name',
  picture: 'Picture',
  older: 'Next page',
  newest: 'First page',
  change: 'Change',
  open: (name: string) => `Change ${name}`,
  closed: 'Back to the list',
  log: 'What operators did',
  noLog: 'Nothing yet.',
  did: {
    'item-added': 'added it',
    'item-changed': 'changed it',
    'template-added': 'added it',
    'template-changed': 'changed it',
    'plan-changed': 'changed it',
  } as Record<string, string>,
  saved: {
    added: (name: string) => ({ title: `${name} is added`, text: 'It is in the log.' }),
    changed: (name: string) => ({ title: `${name} is saved`, text: 'What was changed is in the log.' }),
    same: (name: string) => ({ title: 'Nothing was changed', text: `${name} stands as you sent it already.` }),
  },
  failed: 'That did not work',
  errors: {
    note: 'Write why, in 3 letters or more.',
    name: `Write a name of 1 to ${NAME_MAX} letters.`,
    category: 'Choose a category.',
    creator: `Write who made it, in 1 to ${NAME_MAX} letters.`,
    price: 'Write a whole number from 0 to 1,000,000.',
    stock: 'Write a whole number from 1 on, or leave it empty.',
    sold: (sold: number) => `So many pieces are sold already: ${formatNumber(sold)}. There cannot be fewer.`,
    place: 'Write a whole number, or leave it empty.',
    style: 'Use the letters a to z, digits and dashes.',
    gone: 'It is not there any more. Go back to the list.',
    planPrice: `Write an amount in shillings, from 0.01 to ${formatNumber(PLAN_PRICE_MAX)}.`,
    planOrder: 'Pro has to cost more than Premium: the dearer plan is the one that somebody moves up to.',
    kiddocash: `Write a whole number from 0 to ${formatNumber(PLAN_KIDDOCASH_MAX)}.`,
    features: `Write 1 to ${FEATURES_MAX} lines, each of up to ${FEATURE_MAX} letters.`,
    noPicture: 'Choose a picture.',
    'not-a-picture': 'This is no PNG or WebP picture that can be read.',
    'wrong-size': 'The picture has to be exactly 480 by 640 pixels, and not move.',
    'no-alpha': 'There is nothing to see through: everything around the item has to be transparent.',
    empty: 'There is nothing on this picture.',
    'too-large': 'The picture has to be smaller than 2 MB.',
    head: 'This is no JPEG, PNG or GIF picture that can be read.',
    failed: 'Nothing was changed. Load the page again and try once more.',
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
    isOffered: 'On offer',
    isBehind: 'Behind the body (wings, a cape)',
    pictureHint: 'PNG or WebP of exactly 480 x 640 pixels, transparent around the item: a layer of the whole figure.',
    pictureKeep: 'Leave it empty to keep the picture.',
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
    premium: 'premium',
    off: 'not on the list',
    none: 'There are no templates yet.',
  },

  plans: {
    metaTitle: 'Plans | Kiddo',
    lead: 'What the plans cost and hold. Their names stay.',
    price: 'Price a month, in shillings (KSH)',
    priceHint:
      'A new price counts for new checkouts only. Cards that renew by themselves keep what they pay until their player subscribes anew.',
    standing: (count: number) =>
      count === 0
        ? 'No card renews this plan now.'
        : `${formatNumber(count)} ${count === 1 ? 'card renews' : 'cards renew'} this plan now, at the price they began with.`,
    free: 'This plan is free, and stays free.',
    kiddocash: 'Kiddocash every month',
    kiddocashHint: 'Counts from each plan\u2019s next paid month on. Say the same in the lines below.',
    features: 'What it holds',
    featuresHint: 'One line for each. Players and parents read them beside the price.',
    nowLooks: 'How it stands on the page',
    seePage: 'Open the page of the plans',
    month: 'a month',
  },
} as const;

/** The message for a successful save. */
export function toSaveMessage(answer: { name: string; isNew: boolean; changed: boolean }): { title: string; text: string } {
  if (answer.isNew) return texts.saved.added(answer.name);
  return answer.changed ? texts.saved.changed(answer.name) : texts.saved.same(answer.name);
}
