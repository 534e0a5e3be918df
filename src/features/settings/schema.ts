import type { ActionResult } from '../../shared/action-result.ts';
import type { ResultToast } from '../accounts/schema.ts';

/** Tabs of the settings, in display order (spec 2, section 2). */
export const SETTINGS_TABS = ['account', 'privacy', 'notifications', 'security'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The result of the settings' action when it does not redirect. `action` is the submitted form: its field `do`. */
export type SettingsResult = ActionResult<{ action: string; toast: ResultToast | null }, { action?: string; toast?: ResultToast }>;
