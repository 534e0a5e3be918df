import vm from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { serializeConsentCookie, parseConsentCookie, saveConsent } from './consent.ts';
import { headScript } from './head-script.ts';
import { NON_ESSENTIAL, clearStorage, STORAGE_ENTRIES, readStorage, writeStorage } from './storage.ts';

/** The storage of a browser: it takes Set-Cookie headers and shows cookies as browsers do. */
function browser() {
  const jar = new Map<string, string>();
  const store = () => {
    const values: Record<string, string> = {};
    const methods = {
      getItem: (key: string) => values[key] ?? null,
      setItem: (key: string, text: string) => void (values[key] = text),
      removeItem: (key: string) => void delete values[key],
    };
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(values, name, { value });
    return values as unknown as Storage;
  };
  const root = { dataset: {} as Record<string, string> };
  const document = {
    documentElement: root,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    },
  };
  return { document, root, localStorage: store(), sessionStorage: store(), location: { protocol: 'https:' }, navigator: {} };
}

let here = browser();
const heard = vi.fn<() => void>();
beforeEach(() => {
  here = browser();
  heard.mockClear();
  const { document, localStorage, sessionStorage, location } = here;
  vi.stubGlobal('document', document);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { dispatchEvent: heard });
  return () => vi.unstubAllGlobals();
});

const STORES = ['theme', 'saves', 'drafts', 'unsent', 'lists', 'scroll'] as const;
const keys = () => [...Object.keys(here.localStorage), ...Object.keys(here.sessionStorage)].toSorted();
const fillAll = () => STORES.forEach((place) => writeStorage(place, 'x', STORAGE_ENTRIES[place].key.endsWith(':') ? '1' : ''));
const NEEDED = ['kiddo-game:1', 'kiddo-theme', 'kiddo:mine:draft:1', 'kiddo:mine:unsent:1'];

test('before a choice, and after a no, only what is needed is kept', () => {
  fillAll();
  expect(keys()).toEqual(NEEDED);
  saveConsent('essential');
  fillAll();
  expect(keys()).toEqual(NEEDED);
});

test('after a yes the rest is kept too, and goes again with a no', () => {
  saveConsent('all');
  fillAll();
  expect(keys()).toEqual([...NEEDED, 'kiddo-list:1', 'react-router-scroll-positions'].toSorted());
  saveConsent('essential');
  clearStorage(NON_ESSENTIAL);
  expect(keys()).toEqual(NEEDED);
});

test('without consent a list is found again in the same page, and nowhere else', () => {
  writeStorage('lists', 'twelve games', 'k1');
  expect([readStorage('lists', 'k1'), keys()]).toEqual(['twelve games', []]);
  writeStorage('lists', null, 'k1');
  expect(readStorage('lists', 'k1')).toBeNull();
  saveConsent('all');
  writeStorage('lists', 'more games', 'k1');
  expect([readStorage('lists', 'k1'), keys()]).toEqual(['more games', ['kiddo-list:k1']]);
});

test('what is kept is read again, taken away by null, and forgotten by its place only', () => {
  writeStorage('saves', 'best', 'racer');
  writeStorage('drafts', 'Habari', 'a:b');
  expect([readStorage('saves', 'racer'), readStorage('saves', 'other'), readStorage('drafts', 'a:b')]).toEqual(['best', null, 'Habari']);
  clearStorage(['drafts', 'unsent']);
  expect([readStorage('saves', 'racer'), readStorage('drafts', 'a:b')]).toEqual(['best', null]);
  writeStorage('saves', null, 'racer');
  expect(keys()).toEqual([]);
});

test('what is somebody else’s goes, and what is theirs who are here now stays', () => {
  for (const name of ['ann:bea', 'bea:ann', 'ann:', 'anna:bea']) writeStorage('drafts', 'Habari', name);
  clearStorage(['drafts', 'unsent'], 'ann:');
  expect(keys()).toEqual(['kiddo:mine:draft:ann:', 'kiddo:mine:draft:ann:bea']);
});

test('a store that is closed keeps nothing and stops nothing', () => {
  const closed = new Proxy({} as Storage, {
    get: () => {
      throw new Error('SecurityError');
    },
    ownKeys: () => {
      throw new Error('SecurityError');
    },
  });
  vi.stubGlobal('localStorage', closed);
  writeStorage('theme', 'dark');
  clearStorage(['saves']);
  expect(readStorage('theme')).toBeNull();
});

test('the choice is a cookie for a year, for every page, as the specification says; anything else is no choice', () => {
  expect(serializeConsentCookie('all', false)).toBe('cookie_consent=all; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(serializeConsentCookie('essential', true)).toBe('cookie_consent=essential; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  for (const [cookies, choice] of [
    ['cookie_consent=all', 'all'],
    ['a=b; cookie_consent=essential; c=d', 'essential'],
    ['', null],
    ['cookie_consent=', null],
    ['cookie_consent=allx', null],
    ['xcookie_consent=all', null],
    ['a=cookie_consent=all', null],
  ] as const)
    expect([cookies, parseConsentCookie(cookies)]).toEqual([cookies, choice]);
});

test('the page hears of a choice once, and shows it', () => {
  saveConsent('all');
  saveConsent('all');
  expect([here.root.dataset['consent'], heard.mock.calls.length]).toEqual(['all', 1]);
  saveConsent('essential');
  expect([here.root.dataset['consent'], heard.mock.calls.length, here.document.cookie]).toEqual([
    'essential',
    2,
    'cookie_consent=essential',
  ]);
});

test('before anything is painted: the theme, whether the question was answered, and no place on the page without consent', () => {
  const SCROLL = STORAGE_ENTRIES.scroll.key;
  const runs = (cookie: string, theme: string | null) => {
    here = browser();
    if (cookie !== '') here.document.cookie = cookie;
    if (theme !== null) here.localStorage.setItem('kiddo-theme', theme);
    here.sessionStorage.setItem(SCROLL, '{}');
    vm.runInNewContext(headScript(), { ...here, location: { href: 'http://localhost/' } });
    return { ...here.root.dataset, scroll: here.sessionStorage.getItem(SCROLL) };
  };
  expect(runs('', null)).toEqual({ js: '', scroll: null });
  expect(runs('cookie_consent=essential', 'dark')).toEqual({ js: '', theme: 'dark', consent: 'essential', scroll: null });
  expect(runs('cookie_consent=all', 'pink')).toEqual({ js: '', consent: 'all', scroll: '{}' });
  expect(runs('cookie_consent=maybe', 'light')).toEqual({ js: '', theme: 'light', scroll: null });
});
