import type { MetaDescriptor } from 'react-router';

type PageMeta = {
  /** The site's origin; undefined if loading failed: then search engines must not index the page. */
  origin: string | undefined;
  /** The canonical path of this page. */
  path: string;
  title: string;
  description: string;
  /** Absolute URL of a 1200x630 image. */
  picture?: string | null;
  /** What the picture shows. */
  pictureText?: string;
};

/** Title, description, canonical URL and link preview of a page. */
export function pageMeta({ origin, path, title, description, picture, pictureText }: PageMeta): MetaDescriptor[] {
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
    if (pictureText) tags.push({ property: 'og:image:alt', content: pictureText }, { name: 'twitter:image:alt', content: pictureText });
  }
  return tags;
}
