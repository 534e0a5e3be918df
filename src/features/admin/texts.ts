/** Texts of the layout shared by all operators' pages. */
export const texts = {
  label: 'What to operate',
  pagesLabel: (section: string) => `${section}: pages`,
  sections: {
    overview: 'Overview',
    games: 'Games',
    people: 'People',
    money: 'Money',
    site: 'Site',
    shop: 'Shop',
  },
  tabs: {
    overview: 'Overview',
    messages: 'Messages',
    players: 'Players',
    cases: 'Cases',
    payments: 'Payments',
    plans: 'Plans',
    announcements: 'Announcements',
    switches: 'Switches',
    status: 'Status',
    texts: 'Texts',
    games: 'Games',
    newsletter: 'Newsletter',
    items: 'Items',
    templates: 'Avatars',
  },
} as const;
