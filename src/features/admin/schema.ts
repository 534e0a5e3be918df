/** Operators' pages in the order of their tabs: first the queues, then the content of the site. */
export const ADMIN_PAGES = {
  overview: '/operator',
  messages: '/operator/messages',
  players: '/operator/players',
  payments: '/operator/payments',
  cases: '/operator/cases',
  items: '/operator/items',
  templates: '/operator/templates',
  plans: '/operator/plans',
  newsletter: '/operator/newsletter',
  disputes: '/operator/payments/disputes',
  days: '/operator/payments/days',
} as const;
export type AdminPage = keyof typeof ADMIN_PAGES;
