import { CONSENTS } from '../shared/consent.ts';
import { CONSENT_COOKIE } from './consent.ts';
import { dataCostHeadScript } from './data-cost.ts';
import { dataSaverHeadScript } from './data-saver.ts';
import { removeStorageScript, readStorageScript } from './storage.ts';

/**
 * Runs in the head before the first paint. It tells the styles that scripts run, sets the theme that the player chose, hides the cookie
 * question if it was answered, and marks whether the data saver is on and whether to show what data costs. It keeps the address that the page
 * was made for (entry.client.tsx). The server cannot do this, because the HTML is the same for all visitors. The script's text must never
 * vary: the content security policy names it by hash. Without a theme, the styles follow the system. Without consent, saved scroll positions
 * are removed. This is a function so that only the server's bundle contains it.
 */
export const headScript = (): string =>
  [
    '(function(r){',
    "r.dataset.js='';",
    'parsedHref=location.href;',
    `try{var t=${readStorageScript('theme')};if(t==='dark'||t==='light')r.dataset.theme=t}catch(e){}`,
    `var c=/(?:^|; )${CONSENT_COOKIE}=(${CONSENTS.join('|')})(?:;|$)/.exec(document.cookie);if(c)r.dataset.consent=c[1];`,
    dataSaverHeadScript('r'),
    dataCostHeadScript('r'),
    `if(!c||c[1]!=='all')try{${removeStorageScript('scroll')}}catch(e){}`,
    '})(document.documentElement)',
  ].join('');
