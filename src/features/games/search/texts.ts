/** Texts of the search (spec 1, section 2). */
export const texts = {
  label: 'Search games',
  submit: 'Search',
  searching: 'Searching games...',
  heading: (count: number) => `Games (${count})`,
  untitled: 'Untitled Game',
  unknownDeveloper: 'Unknown Developer',
  none: (query: string) => `No games found for "${query}"`,
  found: (query: string) => `Found for “${query}”`,
  all: 'All games',
  hint: 'Try different keywords or check spelling',
} as const;
