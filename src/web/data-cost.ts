import { DATA_SAVER_EVENT } from './data-saver.ts';
import { readStorageScript, writeStorage } from './storage.ts';

/** The time zone of Kenya: who has it is likely there. No database of addresses is asked, and nothing is sent. */
const KENYA_TIME_ZONE = 'Africa/Nairobi';

/** Whether this page shows what data costs on a phone. */
export function isDataCostShown(): boolean {
  return document.documentElement.dataset.cost !== undefined;
}

/** Saves the choice on this device and applies it. */
export function setDataCostShown(isShown: boolean): void {
  writeStorage('cost', isShown ? 'on' : 'off');
  if (isShown) document.documentElement.dataset.cost = '';
  else delete document.documentElement.dataset.cost;
  window.dispatchEvent(new Event(DATA_SAVER_EVENT));
}

/**
 * A script for the head that runs before the first paint and marks whether the page shows what data costs: as chosen here, or else by the
 * time zone. @param root the element to mark
 */
export function dataCostHeadScript(root: string): string {
  const isKenya = `Intl.DateTimeFormat().resolvedOptions().timeZone==='${KENYA_TIME_ZONE}'`;
  return `try{var d=${readStorageScript('cost')};if(d?d==='on':${isKenya})${root}.dataset.cost=''}catch(e){}`;
}
