import type { SettingsTab } from './schema.ts';

/** URL of a settings tab. The first tab has no query parameter. */
export function urlForSettings(tab: SettingsTab): string {
  return tab === 'account' ? '/settings' : `/settings?tab=${tab}`;
}
