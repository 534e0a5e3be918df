/** Tabs of the settings, in their order (spec 2, section 2). */
export const SETTINGS_TABS = ['account', 'privacy', 'notifications', 'security'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** What the settings' action answers when it does not lead elsewhere. `form` names which form was sent: its field `do`. */
export type SettingsResult = {
  form: string;
  ok: boolean;
  /** What the page says as a toast (and, without JavaScript, above its form). */
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  /** What is wrong, by the name of the field. */
  fieldErrors: Record<string, string>;
  /** What was typed, to be shown again; never a password. */
  values: Record<string, string>;
};
