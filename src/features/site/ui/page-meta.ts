import type { MetaDescriptor } from 'react-router';

type PageMeta = {
  /** The site's origin; undefined where loading failed: then the page is not for search engines. */
  origin: string | undefined;
  /** The one address of this page. */
  path: string;
  title: string;
  description: string;
  /** Absolute address of a 1200x630 picture. */
  picture?: string | null;
};

/** Title, description, canonical address and what a link preview shows. */
export function pageMeta({ origin, path, title, description, picture }: PageMeta): MetaDescriptor[] {
  if (origin === undefined) return [{ title }, { name: 'robots', content: 'noindex' }];
  const url = `${origin}${path}`;
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Kiddo' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
  ];
  if (picture) {
    tags.push(
      { property: 'og:image', content: picture },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { name: 'twitter:image', content: picture },
    );
  }
  return tags;
}
