import type { BrowserContext } from '@playwright/test';
import type { FoundLink } from './crawl-page.ts';

// Whether a link leads somewhere.

type Answer = { status: number; url: string; ids: Set<string> | null };

export type Links = {
  /** What is wrong with a link on a page. */
  faultsOf(link: FoundLink, from: string): Promise<string[]>;
  /** How many different addresses were asked for. */
  count(): number;
  /** Where an address leads in the end. */
  endOf(address: string): Promise<string | undefined>;
};

/** Asks every address once, as whoever is signed in to this browser. */
export function checkLinks(context: BrowserContext, origin: string): Links {
  const answers = new Map<string, Promise<Answer>>();
  const judged = new Set<string>();
  /** So many are asked at a time: a page with a hundred links is no reason to overrun the site. */
  const turns: Promise<unknown>[] = Array.from({ length: 3 }, () => Promise.resolve());
  let turn = 0;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const at = turn++ % turns.length;
    const done = (turns[at] ?? Promise.resolve()).then(work, work);
    turns[at] = done;
    return done;
  }

  async function ask(address: string): Promise<Answer> {
    const answer = await context.request.get(address, { headers: { 'sec-fetch-site': 'same-origin' }, timeout: 20_000 });
    const isPage = (answer.headers()['content-type'] ?? '').startsWith('text/html');
    const ids = isPage ? new Set([...(await answer.text()).matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '')) : null;
    const found = { status: answer.status(), url: answer.url(), ids };
    await answer.dispose();
    return found;
  }

  return {
    count: () => answers.size,
    endOf: async (address) => (await answers.get(address))?.url,
    async faultsOf({ href, rel, target, name, isThere }, from) {
      const id = `${href} ${rel} ${target} ${name === ''} ${href.startsWith('#') ? from : ''}`;
      if (judged.has(id)) return [];
      judged.add(id);
      const link = `the link '${name}' to '${href}'`;
      if (name === '') return [`${link} has no name`];
      if (href.trim() === '' || href === '#') return [`${link} leads nowhere`];
      if (href.startsWith('#')) return isThere ? [] : [`${link}: there is no such place on the page`];
      if (/^mailto:/i.test(href))
        return /^mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+(\?[\w=&%.+-]*)?$/.test(href) ? [] : [`${link} is no address to write to`];
      if (/^tel:/i.test(href)) return /^tel:\+?[\d-]{5,20}$/.test(href) ? [] : [`${link} is no number to call`];
      const url = URL.parse(href, `${origin}${from}`);
      if (!url || !/^https?:$/.test(url.protocol)) return [`${link} is no address`];
      if (url.origin !== origin) {
        if (target === '_blank' && !/\bnoopener\b/.test(rel)) return [`${link} opens another site without rel=noopener`];
        return url.protocol === 'https:' || url.hostname === 'localhost' ? [] : [`${link} leaves in the open`];
      }
      const address = `${url.origin}${url.pathname}${url.search}`;
      const asking = answers.get(address) ?? inTurn(() => ask(address));
      answers.set(address, asking);
      const answer = await asking;
      if (answer.status >= 400) return [`${link} is dead: ${answer.status}`];
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor !== '' && answer.ids !== null && !answer.ids.has(anchor)) return [`${link}: the page has no place '#${anchor}'`];
      return [];
    },
  };
}
