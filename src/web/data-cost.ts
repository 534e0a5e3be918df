import { readStorageScript, writeStorage } from './storage.ts';

/** The time zone of Kenya: who has it is likely there. No database of addresses is asked, and nothing is sent. */
const KENYA_TIME_ZONE = 'Africa/Nairobi';

/** Shows what data costs on a phone, or hides it, and saves the choice on this device. */
export function toggleDataCost(): void {
  writeStorage('cost', document.documentElement.toggleAttribute('data-cost') ? 'on' : 'off');
}

/**
 * A script for the head that runs before the first paint and marks whether the page shows what data costs: as chosen here, or else by the
 * time zone. @param root the element to mark
 */
export function dataCostHeadScript(root: string): string {
  const isKenya = `Intl.DateTimeFormat().resolvedOptions().timeZone==='${KENYA_TIME_ZONE}'`;
  return `try{var d=${readStorageScript('cost')};if(d?d==='on':${isKenya})${root}.dataset.cost=''}catch(e){}`;
}
