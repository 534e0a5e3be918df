import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { StaticRouter } from 'react-router';
import { renderToString } from 'react-dom/server';
import { HtmlCacheContext, type HtmlCache } from './web/cached-content.tsx';
import { DataPriceContext } from './web/data-price.ts';

/** Maximum total length of all kept HTML in one process, in characters: about 3,000 cards. */
const LENGTH_MAX = 8_000_000;

/** What React writes before the content for its pictures. The preload scanner of browsers finds those just as early. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Creates the cache of {@link CachedContent}. */
export function createHtmlCache(): HtmlCache {
  const rendered = new LRUCache<string, string>({ maxSize: LENGTH_MAX, sizeCalculation: (html, key) => html.length + key.length });
  const ids = new Map<object, number>();
  const idOf = (component: object) => {
    const id = ids.get(component) ?? ids.size;
    ids.set(component, id);
    return id;
  };
  // In every id of React's `useId`. Nobody can type it: it is another one in each process.
  const identifierPrefix = `kept-${randomBytes(8).toString('hex')}-`;
  const cache: HtmlCache = {
    html(Component, props, dataPrice) {
      const key = `${idOf(Component)} ${dataPrice} ${JSON.stringify(props)}`;
      const known = rendered.get(key);
      if (known !== undefined) return known;
      const html = renderToString(
        <StaticRouter location="/">
          <HtmlCacheContext.Provider value={cache}>
            <DataPriceContext.Provider value={dataPrice}>
              <Component {...props} />
            </DataPriceContext.Provider>
          </HtmlCacheContext.Provider>
        </StaticRouter>,
        { identifierPrefix },
      ).replace(PRELOADS, '');
      if (html.includes(identifierPrefix)) throw new Error('kept content uses useId: its ids would be on a page several times');
      rendered.set(key, html);
      return html;
    },
  };
  return cache;
}
