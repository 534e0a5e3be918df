/** Operators' pages, and their addresses. */
export const ADMIN_PAGES = {
  overview: '/operator',
  messages: '/operator/messages',
  players: '/operator/players',
  cases: '/operator/cases',
  payments: '/operator/payments',
  plans: '/operator/plans',
  announcements: '/operator/announcements',
  switches: '/operator/switches',
  status: '/operator/status',
  texts: '/operator/texts',
  games: '/operator/games',
  picks: '/operator/games/picks',
  disputes: '/operator/payments/disputes',
  days: '/operator/payments/days',
  newsletter: '/operator/newsletter',
  items: '/operator/items',
  templates: '/operator/templates',
} as const;
export type AdminPage = keyof typeof ADMIN_PAGES;

/** The pages by section, in the order of their tabs. A section's tab leads to its first page. */
export const ADMIN_SECTIONS = {
  overview: ['overview'],
  games: ['games', 'picks'],
  people: ['messages', 'players', 'cases'],
  money: ['payments', 'disputes', 'days', 'plans'],
  site: ['announcements', 'status', 'switches', 'texts', 'newsletter'],
  shop: ['items', 'templates'],
} as const satisfies Record<string, readonly [AdminPage, ...AdminPage[]]>;
export type AdminSection = keyof typeof ADMIN_SECTIONS;
