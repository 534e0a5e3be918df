import { DATA_SAVER_COOKIE, parseDataSaverCookie } from '../features/data-saver/schema.ts';

const COOKIE_DAYS = 365;
/** Heard in the page when it is switched. */
export const DATA_SAVER_EVENT = 'kiddo-saver';

type NavigatorWithConnection = Navigator & { connection?: { saveData?: boolean } };

/** Whether data is saved in this browser now: chosen here, or else as the browser says that its owner wishes. */
export function isDataSaverOn(): boolean {
  return parseDataSaverCookie(document.cookie) ?? (navigator as NavigatorWithConnection).connection?.saveData === true;
}

/** Keeps the choice, and tells the page. A cookie, so that the server can answer with smaller pictures; pages do not depend on it. */
export function setDataSaver(isOn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${DATA_SAVER_COOKIE}=${isOn ? 'on' : 'off'}; Path=/; Max-Age=${COOKIE_DAYS * 86_400}; SameSite=Lax${secure}`;
  if (isOn) document.documentElement.dataset.saver = '';
  else delete document.documentElement.dataset.saver;
  window.dispatchEvent(new Event(DATA_SAVER_EVENT));
}

/** Runs in the head before anything is painted: the same as isSaving, for the styles. @param root what holds the mark */
export function dataSaverHeadScript(root: string): string {
  const cookie = `/(?:^|; )${DATA_SAVER_COOKIE}=(on|off)(?:;|$)/.exec(document.cookie)`;
  return `var s=${cookie},n=navigator.connection;if(s?s[1]==='on':n&&n.saveData===true)${root}.dataset.saver='';`;
}
