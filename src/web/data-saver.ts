import { DATA_SAVER_COOKIE, parseDataSaverCookie } from '../shared/data-saver.ts';

const COOKIE_DAYS = 365;
/** Dispatched on the window when the data saver is switched on or off. */
export const DATA_SAVER_EVENT = 'kiddo-saver';

type NavigatorWithConnection = Navigator & { connection?: { saveData?: boolean } };

/** Whether the data saver is on: as chosen on this site, or else as set in the browser (`saveData`). */
export function isDataSaverOn(): boolean {
  return parseDataSaverCookie(document.cookie) ?? (navigator as NavigatorWithConnection).connection?.saveData === true;
}

/** Saves the choice and applies it. It is a cookie so that the server can send smaller pictures; the HTML does not depend on it. */
export function setDataSaver(isOn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${DATA_SAVER_COOKIE}=${isOn ? 'on' : 'off'}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax${secure}`;
  if (isOn) document.documentElement.dataset.saver = '';
  else delete document.documentElement.dataset.saver;
  window.dispatchEvent(new Event(DATA_SAVER_EVENT));
}

/**
 * A script for the head that runs before the first paint: the same check as isDataSaverOn, for the styles. @param root the element to mark
 */
export function dataSaverHeadScript(root: string): string {
  const cookie = `/(?:^|; )${DATA_SAVER_COOKIE}=(on|off)(?:;|$)/.exec(document.cookie)`;
  return `var s=${cookie},n=navigator.connection;if(s?s[1]==='on':n&&n.saveData===true)${root}.dataset.saver='';`;
}
