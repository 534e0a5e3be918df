import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { openIssuer } from '../e2e/issuer.ts';
import { open, submitForm, textOf, titleOf, type Page } from './page.ts';
import { createDemoTeamClient, createVisitorClient, DEMO_PASSWORD, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// Sign-in through an OpenID Connect issuer such as Google. The button and the flow in a browser: tests/e2e/google.spec.ts.

const WHO = { username: 'tembo_mto_17', displayName: 'Kid Tembo', email: 'tembo_mto_17@example.com', password: 'sawa-sawa-1' };

/** A site with a local issuer. */
async function siteWithIssuer(): Promise<TestSite> {
  const port = await freePort();
  const site = await openSite({
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: 'kiddo',
    OIDC_CLIENT_SECRET: 'kiddo-test-secret',
  });
  const issuer = openIssuer(port, site.origin);
  onTestFinished(() => void issuer.close());
  return site;
}

/** Completes the issuer's steps until it redirects back: any name, any password, and consent. */
async function atIssuer(person: HttpClient, page: Page, login: string): Promise<Page> {
  let last = page;
  for (let steps = 0; last.at.pathname.startsWith('/interaction/') && steps < 3; steps++) {
    const asksName = last.html.includes('name="login"');
    last = await (asksName ? submitForm(person, last, 'Sign-in', { login, password: 'anything' }) : submitForm(person, last, 'Continue'));
  }
  return last;
}

/** Presses the button of the login page, and signs in at the issuer. @returns the resulting page */
async function viaGoogle(person: HttpClient, login: string, from = '/login'): Promise<Page> {
  const away = await submitForm(person, await open(person, from), 'Continue with Google');
  expect(away.at.pathname).toMatch(/^\/interaction\//);
  return atIssuer(person, away, login);
}

/** The same for somebody new, who is asked once how old they are. */
async function viaGoogleAnew(person: HttpClient, login: string, from = '/login'): Promise<Page> {
  return answerAge(person, await viaGoogle(person, login, from));
}

async function answerAge(person: HttpClient, page: Page): Promise<Page> {
  expect([page.at.pathname, titleOf(page)]).toEqual(['/age', 'When were you born?']);
  return submitForm(person, page, 'Continue', { month: '3', year: '1995' });
}

/** The username that the site shows for this client; null when nobody is signed in. */
async function whoIs(person: HttpClient): Promise<string | null> {
  const { html, at } = await open(person, '/profile');
  return at.pathname === '/profile' ? (/@([\w.]+)/.exec(textOf(html))?.[1] ?? null) : null;
}

async function signUp(person: HttpClient): Promise<Page> {
  return submitForm(person, await open(person, '/signup'), 'Create Account', { ...WHO, confirm: WHO.password });
}

async function signIn(person: HttpClient, page: Page): Promise<Page> {
  return submitForm(person, page, 'Sign In', { identifier: WHO.email, password: WHO.password });
}

test('somebody new is signed in with names from the address; the next time too', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  const first = await viaGoogleAnew(person, 'amina.wanjiru', '/login?returnUrl=%2Fgames');
  expect([first.status, first.at.href]).toEqual([200, `${site.origin}/games`]);
  const username = await whoIs(person);
  expect(username).toBe('amina_wanjiru');
  person.cookies.clear();
  expect(await whoIs(person)).toBeNull();
  const again = await viaGoogle(person, 'amina.wanjiru', '/signup');
  expect(again.at.pathname).toBe('/');
  expect(await whoIs(person)).toBe(username);
  const [{ id } = { id: '' }] = await site.query<{ id: string }>('select id from players where username = $1', [username]);
  const created = { event: `user_created:${id},${id},player`, method: 'google', requestId: expect.stringMatching(/^[0-9a-f]{16}$/) };
  const signedIn = { event: `authn_login_success:${id}`, method: 'google' };
  expect(site.securityEvents).toMatchObject([created, signedIn, signedIn]);
});

test('while sign-ups are off nobody new gets in, and who has an account does', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  await viaGoogleAnew(person, 'amina.wanjiru');
  person.cookies.clear();
  const turn = async (flag: string, isOn: boolean) => {
    await site.query('update feature_flags set is_enabled = $2 where name = $1', [flag, isOn]);
    // What a process knows counts for two seconds.
    site.advanceClock(3);
  };
  await turn('sign-ups', false);
  expect((await viaGoogle(createVisitorClient(site), 'brian.otieno')).at.search).toBe('?news=sign-ups-closed');
  await turn('sign-ups', true);
  await turn('read-only', true);
  expect((await viaGoogle(createVisitorClient(site), 'brian.otieno')).at.search).toBe('?news=read-only');
  expect(await site.query(`select 1 from players where username like 'brian_o%'`)).toEqual([]);
  await viaGoogle(person, 'amina.wanjiru');
  expect(await whoIs(person)).toBe('amina_wanjiru');
});

test('somebody under 13 who comes with Google is turned away, and nothing of theirs stays', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  const asked = await viaGoogle(person, 'amina.wanjiru');
  // The session opens nothing else until the question is answered.
  expect((await open(person, '/friends?tab=search')).at.pathname).toBe('/age');
  const gone = await submitForm(person, asked, 'Continue', { month: '1', year: String(new Date().getFullYear() - 9) });
  expect([gone.at.pathname, titleOf(gone)]).toEqual(['/under-13', 'You can play right now']);
  expect(textOf(gone.html)).toContain('we have erased what you typed, your address too');
  expect(await site.query(`select 1 from players where username like 'amina_w%'`)).toEqual([]);
  expect((await open(person, '/games')).status).toBe(200);
  // Another year from the same device on the same day is the same answer. Nothing else is left of the first time.
  for (const name of person.cookies.keys()) if (name !== 'kiddo_birth') person.cookies.delete(name);
  const again = await submitForm(person, await viaGoogle(person, 'amina.w'), 'Continue', { month: '1', year: '1995' });
  expect(textOf(again.html)).toContain('The first answer on this device counts for 24 hours.');
  expect(await site.query(`select 1 from players where username like 'amina_w%'`)).toEqual([]);
});

test('an address that sounds like the team gives names that do not', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  await viaGoogleAnew(person, 'kiddo.moderator');
  expect(await whoIs(person)).toBe('player');
  const { html } = await open(person, '/profile');
  expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe('Player');
});

test('an address with an account here is connected only after its owner signed in', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  await signUp(person);
  const letter = (await site.mails()).find(({ to }) => to === WHO.email);
  const confirmed = await submitForm(person, await open(person, /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''), 'Confirm my email');
  expect(textOf((await answerAge(person, confirmed)).html)).toContain('Email confirmed');
  expect(await whoIs(person)).toBe(WHO.username);
  person.cookies.clear();

  const refused = await viaGoogle(person, WHO.email);
  expect(refused.at.href).toMatch(/\/login\?/);
  expect(site.securityEvents.at(-1)).toMatchObject({ event: 'authn_login_fail:unknown', method: 'google', reason: 'account_not_linked' });
  expect(await whoIs(person)).toBeNull();
  expect(textOf(refused.html)).toContain('You already have a Kiddo account with this email');
  const linked = await atIssuer(person, await signIn(person, refused), WHO.email);
  expect(textOf(linked.html)).toContain('Google connected');
  expect(await whoIs(person)).toBe(WHO.username);
  person.cookies.clear();

  expect((await viaGoogle(person, WHO.email)).at.pathname).toBe('/');
  expect(await whoIs(person)).toBe(WHO.username);
});

test('an account whose time is over says so to who comes with Google, and no session stays', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  await viaGoogleAnew(person, 'amina.wanjiru');
  await site.query(`update players set deletes_at = now() - interval '1 minute'`);
  person.cookies.clear();
  const refused = await viaGoogle(person, 'amina.wanjiru');
  expect([refused.at.pathname, textOf(refused.html)]).toEqual(['/login', expect.stringContaining('This account is being deleted')]);
  expect(site.securityEvents.at(-1)).toMatchObject({ method: 'google', reason: 'deletion-due' });
  expect(await whoIs(person)).toBeNull();
});

test('for the rights of the team Google is not enough, also where the second step is on', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  expect((await viaGoogleAnew(person, 'boss.wanjiru')).at.pathname).toBe('/');
  await site.query(`update players set role = 'operator', two_factor = true where username = 'boss_wanjiru'`);
  expect(await whoIs(person)).toBeNull();
  person.cookies.clear();
  expect((await viaGoogle(person, 'boss.wanjiru')).at.pathname).toBe('/');
  expect(await whoIs(person)).toBe('boss_wanjiru');
  const page = await open(person, '/operator');
  expect([page.status, textOf(page.html)]).toEqual([403, expect.stringContaining('with your password and a code, not with Google')]);
});

test('an account that nobody ever confirmed makes way for who proves the address', async () => {
  const site = await siteWithIssuer();
  const squatter = createVisitorClient(site);
  expect(textOf((await signUp(squatter)).html)).toContain('Success!');
  const owner = createVisitorClient(site);
  expect((await viaGoogleAnew(owner, WHO.email)).at.pathname).toBe('/');
  expect(await whoIs(owner)).not.toBeNull();
  const late = await signIn(squatter, await open(squatter, '/login'));
  expect(textOf(late.html)).toContain('Sign in failed');
  expect(await whoIs(squatter)).toBeNull();
});

test('an address that is banned gets no account here, and the page says nothing about who had it', async () => {
  const site = await siteWithIssuer();
  const first = createVisitorClient(site);
  expect((await viaGoogleAnew(first, 'brian.o@gmail.com')).at.pathname).toBe('/');
  const username = (await whoIs(first)) ?? '';
  const ops = await createDemoTeamClient(site, 'ops');
  const [player] = await site.query<{ id: string }>('select id from players where username = $1', [username]);
  await ops.post(`/moderation/players/${player?.id}`, { action: 'ban', why: 'You hurt others.', note: 'At once', password: DEMO_PASSWORD });
  // The account exists: its owner is told that it is closed.
  expect(textOf((await viaGoogle(createVisitorClient(site), 'brian.o@gmail.com')).html)).toContain('This account is closed for now.');
  await site.query(`update players set deletes_at = now() - interval '1 hour' where id = $1`, [player?.id]);
  await site.runScheduled('settings.erase-due-accounts');
  for (const login of ['brian.o@gmail.com', 'briano+new@gmail.com']) {
    const person = createVisitorClient(site);
    const refused = await viaGoogle(person, login);
    expect(refused.at.pathname).toBe('/login');
    expect(textOf(refused.html)).toContain('We cannot make a Kiddo account with this Google account.');
    expect(await whoIs(person)).toBeNull();
  }
  expect(await site.query(`select 1 from players where email like 'brian%gmail.com'`)).toEqual([]);
  await ops.post(`/moderation/players/${player?.id}`, { action: 'lift', note: 'It was a mistake' });
  const last = createVisitorClient(site);
  expect((await viaGoogleAnew(last, 'brian.o@gmail.com')).at.pathname).toBe('/');
  expect(await whoIs(last)).not.toBeNull();
  expect(site.logged).toEqual([]);
});

test('an address that the other site has not confirmed is not taken', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  const refused = await viaGoogle(person, 'unproved_twiga');
  expect(refused.at.pathname).toBe('/login');
  expect(textOf(refused.html)).toContain('this email is not confirmed yet');
  expect(await whoIs(person)).toBeNull();
});

test('a way back that nobody started leads to the login page', async () => {
  const site = await siteWithIssuer();
  const person = createVisitorClient(site);
  for (const search of ['?code=forged&state=forged', '']) {
    const { at, html } = await open(person, `/auth/callback/google${search}`);
    expect(at.pathname).toBe('/login');
    expect(textOf(html)).toContain('We could not sign you in with Google.');
    expect(await whoIs(person)).toBeNull();
  }
});
