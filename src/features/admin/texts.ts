/** Texts of the layout shared by all operators' pages. */
export const texts = {
  label: 'What to operate',
  pagesLabel: (section: string) => `${section}: pages`,
  sections: {
    overview: 'Overview',
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
    newsletter: 'Newsletter',
    items: 'Items',
    templates: 'Avatars',
  },
} as const;
