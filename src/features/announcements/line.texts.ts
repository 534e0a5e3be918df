/** Texts of the line over the site. */
export const texts = {
  region: 'Announcement',
  maintenance: 'Work on the site',
  /** While the site is read-only. @param message what an operator adds; '' for nothing */
  maintenanceLine: (message: string) =>
    ['We are working on Kiddo. You can look and play, and nothing new is saved for a while.', message].join(' ').trim(),
  close: 'Close',
} as const;
