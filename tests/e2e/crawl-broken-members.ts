import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CrawlSession } from './crawl-users.ts';

// A small site that is right for the member who comes first and has a fault on each page for the one who comes after. Nothing but the fault
// tells the two pages apart.

type Fault = {
  route: string;
  /** A part of the page's HTML as the first member gets it, and as the second one does. */
  right: string;
  wrong: string;
  issue: string;
};

const HEADING = '<h1>Members</h1>';
const ROW = '<button type="button" class="row" data-works name="on" value="one" aria-label="Open Pal abcde">Open</button>';

const PLANTED: Fault[] = [
  { route: '/about', right: '<title>A page</title>', wrong: '', issue: 'the page has no title' },
  { route: '/careers', right: HEADING, wrong: HEADING + HEADING, issue: 'the page has 2 main headings: Members / Members' },
  { route: '/contact', right: ' id="other"', wrong: ' id="list"', issue: "the id 'list' is there twice" },
  {
    route: '/friends',
    right: ROW,
    wrong: ROW.replace(' aria-label="Open Pal abcde"', '').replace('>Open<', '><'),
    issue: 'this has no name: <button type="button" class="row"',
  },
  {
    route: '/games',
    right: '<a href="/friends/1">',
    wrong: '<a href="/friends/nowhere">',
    issue: "the link 'Pal abcde' to '/friends/nowhere' is dead: 404",
  },
  {
    route: '/help',
    right: '"/blog?page=1"',
    wrong: '"/blog?page=broken"',
    issue: "the link 'More' to '/blog?page=broken' is dead: 500",
  },
  {
    route: '/profile/history',
    right: '"/picture.png"',
    wrong: '"/broken.png"',
    issue: "the picture '/broken.png' does not come: 500",
  },
  {
    route: '/notifications',
    right: ROW,
    wrong: `${ROW}<button type="button" class="row" name="on" value="two" aria-label="Remove Pal abcde">Remove</button>`,
    issue: "the button 'Remove Pal abcde' does nothing",
  },
  { route: '/profile', right: ' popovertarget="hint"', wrong: '', issue: "the button 'What is this?' does nothing" },
  {
    route: '/settings',
    right: '<a href="/support">',
    wrong: '<a href="/support/nowhere">',
    issue: "the link 'Support' to '/support/nowhere' is dead: 404",
  },
];

const draw = () => `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head><body>
<nav><a href="/support">Support</a></nav>
<main>${HEADING}<p id="other">Who is here</p>
<ul id="list"><li><a href="/friends/1">Pal abcde</a>${ROW}</li></ul>
<a href="/blog?page=1">More</a> <img src="/picture.png" alt="A picture" width="1" height="1">
<button type="button" popovertarget="hint">What is this?</button><div id="hint" popover>A hint</div>
</main><script>
  document.__reactContainerOfAPage = { stateNode: { current: { memoizedState: { isDehydrated: false } } } };
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-works]');
    button?.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
  });
</script></body></html>`;

/** The routes of its pages, each with a fault for the second member; and one that is right for both. */
export const MEMBER_PAGES: string[] = [...PLANTED.map(({ route }) => route), '/blog'];

/** What the crawl of the second member must report, each once. */
export const MEMBER_ISSUES: string[] = [
  ...PLANTED.map(({ route, issue }) => `moderator on ${route}: ${issue}`),
  // It has the address of a page: so it is opened too.
  'moderator on /friends/nowhere: GET /friends/nowhere answered 404',
];

/** Pages of the team, where one button does nothing for the second member, and one that only the first has. */
export const STAFF_PAGES: string[] = ['/moderation', '/moderation/games', '/moderation/players', '/moderation/search'];
export const STAFF_ISSUE = "the button 'What is this?' does nothing";
export const FIRST_STAFF_ISSUE = "the button 'Only here' does nothing";

/** A member of this site. The till's payment is there already, because nobody can pay here. */
export const createMember = (origin: string, nth: 'first' | 'second'): Promise<CrawlSession> =>
  Promise.resolve({
    user: { ids: { open: 'an-open-payment' }, texts: [] },
    cookies: [{ name: 'member', value: nth, url: origin }],
  });

/**
 * Starts the site.
 * @param beforeAnswer awaited before a page of the team is sent
 * @returns its origin, and a function that stops it
 */
export async function startMembersSite(
  beforeAnswer: (pathname: string, member: 'first' | 'second') => Promise<void> = () => Promise.resolve(),
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://x');
    const status = /broken/.test(pathname + search) ? 500 : /nowhere|no-such/.test(pathname) ? 404 : 200;
    if (pathname === '/picture.png') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      return void response.end('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    }
    const planted = PLANTED.find(({ route }) => route === pathname);
    const isSecond = request.headers.cookie?.includes('member=second') ?? false;
    const isStaffPage = STAFF_PAGES.includes(pathname);
    if (isStaffPage) await beforeAnswer(pathname, isSecond ? 'second' : 'first');
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    if (isStaffPage && isSecond) return void response.end(draw().replace(' popovertarget="hint"', ''));
    if (isStaffPage) return void response.end(draw().replace(HEADING, `${HEADING}<button type="button">Only here</button>`));
    response.end(planted && isSecond ? draw().replace(planted.right, planted.wrong) : draw());
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}
