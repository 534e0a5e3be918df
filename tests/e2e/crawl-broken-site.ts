import http from 'node:http';
import type { AddressInfo } from 'node:net';

// A small site with known faults, which the crawler must find.

const page = (body: string, head = '<title>A page</title>') =>
  `<!doctype html><html lang="en"><head>${head}<link rel="icon" href="data:,"></head><body><main>${body}</main><script>document.__reactContainerOfAPage = { stateNode: { current: { memoizedState: { isDehydrated: false } } } }</script></body></html>`;

const BROKEN_HOME = `<h1>Home</h1>
<a href="/login">Log In</a> <a href="/signup">Sign Up</a> <a href="/auth/google">Google</a> <a href="/games">Games</a>
<a href="/about/nowhere">A dead link</a>
<a href="#nowhere">A link to no place here</a>
<a href="/games#nowhere">A link to no place there</a>
<a href="#">A link that was forgotten</a>
<a href="mailto:nobody">A mail to nobody</a>
<a href="/games"></a>
<a id="stuck" href="/parents">A link that a script holds back</a>
<button type="button">Nobody hears this</button>
<button type="button" id="throws">This one throws</button>
<button type="button" id="fails">This one asks for what is broken</button>
<button type="button" id="opens">This one opens a dialog</button>
<button type="button" id="covered" style="position:absolute;top:0;right:0">This one is covered</button>
<div style="position:absolute;top:0;right:0;width:400px;height:60px"></div>
<button type="button" id="turns" aria-pressed="false">This one is right</button>
<form id="form" novalidate><label>Your name <input name="who" required></label><button>Send it</button></form>
<form id="late" novalidate><label>Your town <input name="where" required></label><button>Send it slowly</button></form>
<button type="button" id="slow">This one answers in a second</button>
<button type="button" id="waits">This one waits four seconds</button>
<button type="button" id="toggles" aria-expanded="false">This one opens what Escape closes</button>
<button type="button" popovertarget="hint">This one opens a hint</button><div id="hint" popover>A hint</div>
<button type="button">Nobody hears this beside a hint</button>
<img src="/broken.png" alt="A picture that does not come">
<dialog id="dialog" aria-label="A dialog"><button type="button">Nobody hears this in a dialog</button><button type="button" id="closes">Close</button></dialog>
<script>
  const on = (id, what, type = 'click') => document.getElementById(id).addEventListener(type, what);
  console.error('something is wrong');
  Promise.reject(new Error('nobody waits for this'));
  on('throws', () => { document.body.dataset.thrown = 'yes'; throw new Error('thrown at a press'); });
  on('fails', () => fetch('/broken'));
  on('opens', () => document.getElementById('dialog').showModal());
  on('closes', () => document.getElementById('dialog').close());
  on('turns', (event) => event.target.setAttribute('aria-pressed', String(event.target.getAttribute('aria-pressed') !== 'true')));
  on('stuck', (event) => event.preventDefault());
  on('form', (event) => { event.preventDefault(); document.getElementById('form').dataset.sent = String(Math.random()); }, 'submit');
  // What takes its time is no fault.
  on('late', async (event) => {
    event.preventDefault();
    await fetch('/slow');
    document.querySelector('#late input').setAttribute('aria-invalid', 'true');
  }, 'submit');
  on('slow', async ({ target }) => {
    await fetch('/slow');
    target.textContent = 'It answered';
  });
  on('waits', ({ target }) => setTimeout(() => (target.textContent = 'It waited'), 4000));
  const expand = (isOpen) => document.getElementById('toggles').setAttribute('aria-expanded', String(isOpen));
  on('toggles', () => expand(true));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && expand(false));
</script>`;

const PAGES: Record<string, string> = {
  '/': page(BROKEN_HOME),
  '/about': page('<h1>One</h1><h1>Two</h1>'),
  '/careers': page('<h1>No title</h1>', ''),
  '/hangs': page('<h1>It never comes to rest</h1><script>fetch("/never").catch(() => {})</script>'),
};

/** Its pages that a crawl begins with. */
export const BROKEN_PAGES = ['/', '/about', '/careers', '/operator', '/moderation'];

/** Starts the site. @returns its origin, and a function that stops it */
export async function startBrokenSite(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const status = pathname.startsWith('/broken') ? 500 : /nowhere|no-such/.test(pathname) ? 404 : 200;
    if (pathname === '/never') return;
    if (pathname === '/slow') return void setTimeout(() => response.end(), 1000);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(PAGES[pathname] ?? page('<h1>A page</h1>'));
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}

/** The issues that the crawler must report, each once. */
export const EXPECTED_ISSUES = [
  'visitor on /: the console says: something is wrong',
  'visitor on /: an error nobody caught: nobody waits for this',
  'visitor on /: GET /broken.png answered 500',
  "visitor on /: the link 'A dead link' to '/about/nowhere' is dead: 404",
  "visitor on /: the link 'A link to no place here' to '#nowhere': there is no such place on the page",
  "visitor on /: the link 'A link to no place there' to '/games#nowhere': the page has no place '#nowhere'",
  "visitor on /: the link 'A link that was forgotten' to '#' leads nowhere",
  "visitor on /: the link 'A mail to nobody' to 'mailto:nobody' is no address to write to",
  "visitor on /: the link '' to '/games' has no name",
  "visitor on /: the link to '/parents' does not lead there when it is pressed",
  "visitor on /: the button 'Nobody hears this' does nothing",
  "visitor on /: the button 'Nobody hears this beside a hint' does nothing",
  "visitor on /: the button 'This one throws': an error nobody caught: thrown at a press",
  "visitor on /: the button 'This one asks for what is broken': GET /broken answered 500",
  "visitor on /: the button 'This one is covered' cannot be pressed",
  "visitor on /: the button 'Send it' does not say that 'Your name' is missing",
  "visitor on / > 'This one opens a dialog': the button 'Nobody hears this in a dialog' does nothing",
  'visitor on /about: the page has 2 main headings: One / Two',
  'visitor on /careers: the page has no title',
];

/** The issues that only a press finds. A press is made once and counts for all roles that meet the same button. */
export const isFoundByPressing = (fault: string): boolean =>
  /does nothing|thrown at a press|GET \/broken answered|does not say|does not lead there/.test(fault);
