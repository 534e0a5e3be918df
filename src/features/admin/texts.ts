/** Texts of the layout shared by all operators' pages. */
export const texts = {
  label: 'What to operate',
  catalogLinks: 'What the site offers',
  tabs: {
    overview: 'Overview',
    messages: 'Messages',
    players: 'Players',
    payments: 'Payments',
    cases: 'Cases',
    items: 'Items',
    templates: 'Avatars',
    plans: 'Plans',
    newsletter: 'Newsletter',
    disputes: 'Disputes',
    days: 'Money by day',
  },
} as const;
