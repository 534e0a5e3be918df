import type { SocialLink } from './schema.ts';

type SocialPage = { site: 'facebook' | 'instagram' | 'youtube'; to: string };

/**
 * Brand marks are not part of the icon set: each is one path, in the style of the icons. They are sent with the page, not with its code.
 */
const BRANDS: Record<SocialPage['site'], Pick<SocialLink, 'name' | 'mark'>> = {
  facebook: { name: 'Facebook', mark: 'M15 4h-2a4 4 0 0 0-4 4v12M6 12h8' },
  instagram: {
    name: 'Instagram',
    mark: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM17 7h.01',
  },
  youtube: {
    name: 'YouTube',
    mark: 'M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4ZM10 9.5v5l4.5-2.5z',
  },
};

/** Our pages on other sites, as shown in the footer. */
export function socialLinks(pages: SocialPage[]): SocialLink[] {
  return pages.map(({ site, to }) => ({ ...BRANDS[site], to }));
}
