import type { SettingsTab } from './schema.ts';

/** The address of a tab: the first one is the page's own. */
export function urlForSettings(tab: SettingsTab): string {
  return tab === 'account' ? '/settings' : `/settings?tab=${tab}`;
}
