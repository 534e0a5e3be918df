import { CONSENT_COOKIE, CONSENTS } from './consent.ts';
import { dataSaverHeadScript } from './data-saver.ts';
import { removeStorageScript, readStorageScript } from './storage.ts';

/**
 * Runs in the head before anything is painted: tells the styles that scripts run, sets the theme the player chose, hides the
 * question about cookies where it was answered, and marks where data is to be saved. Pages are the same for all visitors, so that
 * the server cannot know. Its text must never vary, because the content security policy names it by hash. Without a theme the
 * styles follow the system; without consent to it, where a page was scrolled to is forgotten. A function, so that only the server has it.
 */
export const headScript = (): string =>
  [
    '(function(r){',
    "r.dataset.js='';",
    `try{var t=${readStorageScript('theme')};if(t==='dark'||t==='light')r.dataset.theme=t}catch(e){}`,
    `var c=/(?:^|; )${CONSENT_COOKIE}=(${CONSENTS.join('|')})(?:;|$)/.exec(document.cookie);if(c)r.dataset.consent=c[1];`,
    dataSaverHeadScript('r'),
    `if(!c||c[1]!=='all')try{${removeStorageScript('scroll')}}catch(e){}`,
    '})(document.documentElement)',
  ].join('');
