/** Texts of the line over the site. */
export const texts = {
  region: 'Announcement',
  maintenance: 'Work on the site',
  close: 'Close',
} as const;
