import { formatNumber } from '../../shared/number-format.ts';
import type { Category, MarketActionResult, Sort } from './schema.ts';

const SOLD_OUT = 'All pieces have found a player. No more are made.';

/** All texts of the catalog, of purchases, and of the inventory. */
export const texts = {
  metaTitle: 'Catalog | Kiddo',
  metaDescription: 'Hats, shirts, faces and more for your avatar. Get them with kiddocash.',
  title: 'Catalog',
  lead: 'Hats, faces and more for your avatar. You get them with kiddocash.',
  many: formatNumber,
  unit: 'kiddocash',
  free: 'Free',
  cost: (price: number) => (price === 0 ? 'Free' : `${formatNumber(price)} kiddocash`),
  youHave: 'You have',
  balance: (amount: number) => `${formatNumber(amount)} kiddocash`,
  getMore: 'Get Kiddokash',
  mineLink: 'My items',

  search: { label: 'Search the catalog', button: 'Search', found: (q: string) => `Results for \u201c${q}\u201d` },
  chips: 'Categories',
  all: 'All Items',
  categories: {
    hats: 'Hats',
    shirts: 'Shirts',
    pants: 'Pants',
    accessories: 'Accessories',
    gear: 'Gear',
    faces: 'Faces',
  } satisfies Record<Category, string>,

  filters: {
    title: 'Filters',
    on: (count: number) => `${count} ${count === 1 ? 'filter' : 'filters'} on`,
    min: 'Lowest price',
    max: 'Highest price',
    limited: 'Limited only',
    owned: 'Show',
    ownedAll: 'All items',
    ownedYes: 'Only what I have',
    ownedNo: 'Only what I do not have',
    sort: 'Order',
    sorts: {
      ours: 'Our order',
      newest: 'Newest first',
      cheap: 'Lowest price first',
      dear: 'Highest price first',
    } satisfies Record<Sort, string>,
    apply: 'Apply Filters',
    clear: 'Clear all filters',
  },

  card: {
    by: (creator: string) => `by ${creator}`,
    limited: 'Limited',
    left: (left: number, pieces: number) => `${formatNumber(left)} of ${formatNumber(pieces)} left`,
    soldOut: 'Sold out',
    add: 'Add',
    buy: 'Buy',
    aloud: (name: string) => `${name}: look and buy`,
    logIn: 'Log in to buy',
    logInAloud: (name: string) => `Log in to buy ${name}`,
    owned: 'You have it',
    piece: (number: number) => `Yours is number ${formatNumber(number)}`,
    worn: 'You wear it',
  },

  list: {
    empty: 'Nothing here fits.',
    emptyHint: 'Try another word or fewer filters.',
    showAll: 'Show all items',
    more: 'Load More Items',
    loading: 'Loading more items...',
    failed: 'More items could not be loaded. Please try again.',
    fromStart: 'Start of the list',
  },

  buying: {
    title: (name: string) => `Get ${name}?`,
    costs: 'It costs',
    have: 'You have',
    left: 'Then you have left',
    missing: (amount: number) => `You need ${formatNumber(amount)} more kiddocash for this.`,
    ask: 'Kiddocash comes with a plan or in packs. Ask a parent before anything is paid with real money.',
    keep: 'It stays yours. It is only for looks: nobody plays better with it.',
    yes: (price: number) => (price === 0 ? 'Get it' : `Buy for ${formatNumber(price)}`),
    no: 'Not now',
    busy: 'Getting it...',
    preview: (name: string) => `You with ${name}`,
    over: 'You wear something else there now. It comes off when you put this on.',
    soldOut: SOLD_OUT,
    soldOutMeanwhile: (name: string) => `${name}: ${SOLD_OUT} Nothing was paid.`,
    priceChanged: (name: string, price: number) =>
      `${name} costs ${price === 0 ? 'nothing' : `${formatNumber(price)} kiddocash`} now. Nothing was paid.`,
    gone: 'This item is not on offer now.',
  },

  wear: {
    on: 'Wear',
    off: 'Take off',
    busy: 'One moment...',
    onAloud: (name: string) => `Wear ${name}`,
    offAloud: (name: string) => `Take off ${name}`,
  },

  inventory: {
    title: 'My items',
    total: (count: number) => `${formatNumber(count)} ${count === 1 ? 'item' : 'items'}`,
    empty: 'You have no items yet',
    emptyText: 'What you get in the catalog shows here, and you can wear it.',
    toCatalog: 'Open the catalog',
    paid: (price: number) => (price === 0 ? 'Got for free' : `Got for ${formatNumber(price)} kiddocash`),
  },

  market: {
    metaTitle: 'Gaming Marketplace | Kiddo',
    metaDescription: 'New items for your avatar, and tips that make every game more fun.',
    title: 'Gaming Marketplace',
    lead: 'New things for your avatar, and tips for every game.',
    offers: 'New items',
    seeAll: 'See all items',
    none: 'There are no items on offer now. Come back soon.',
    tipsTitle: 'Pro Gaming Tips',
    tips: [
      { title: 'Look before you run', text: 'Open How to Play on the game page. One minute there saves ten tries.' },
      { title: 'Rest your eyes', text: 'After each half hour look out of a window for a while. You come back faster.' },
      { title: 'Play kind', text: 'Cheer when friends win. And never tell anybody your password, not even a friend.' },
    ],
    avatar: {
      title: 'Avatar Customization',
      visitor: 'Sign in and make an avatar that is just like you.',
      signIn: 'Sign In to Customize',
      premiumTitle: 'Premium Feature',
      premium: 'The avatar editor comes with a plan. What you have in the catalog you can wear without one.',
      upgrade: 'Upgrade to Premium',
      ready: 'Choose a look, or bring a picture of your own.',
      customize: 'Customize Avatar',
    },
  },
} as const;

type ToastMessage = { title: string; text: string; kind?: 'bad' };

const FAILED_TEXT = 'Nothing was changed. Try again in a moment.';

/** What a player reads about an error of a service. */
export function describeError(code: string): string {
  if (code === 'not-found') return texts.buying.gone;
  return code === 'too-many-requests' ? 'Wait a minute, then go on.' : FAILED_TEXT;
}

/** Titles of failures by their code; others have a general one. */
const FAILURE_TITLES: Partial<Record<string, string>> = {
  'not-enough-kiddocash': 'Not enough kiddocash',
  'sold-out': 'Sold out',
  'price-changed': 'The price has changed',
  'not-found': 'It is gone',
  'too-many-requests': 'That was a lot',
};

/** The message for a form's result. */
export function toResultMessage(result: MarketActionResult): ToastMessage {
  if (!result.ok) return { title: FAILURE_TITLES[result.code] ?? 'That did not work', text: result.error ?? FAILED_TEXT, kind: 'bad' };
  const { name } = result;
  if (result.action === 'wear')
    return result.isWorn
      ? { title: 'On it goes', text: `You wear ${name} now. Your picture follows in a moment.` }
      : { title: 'Taken off', text: `${name} is back among your items.` };
  if (!result.isNew) return { title: `${name} is yours`, text: 'You have it already. You pay for it only once.' };
  const piece = result.number === null ? '' : `It is piece number ${formatNumber(result.number)}. `;
  return { title: `${name} is yours!`, text: `${piece}You have ${formatNumber(result.balance)} kiddocash left.` };
}
