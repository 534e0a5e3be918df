/** Tabs of the settings, in display order (spec 2, section 2). */
export const SETTINGS_TABS = ['account', 'privacy', 'notifications', 'security'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The response of the settings' action when it does not redirect. `form` is the submitted form: its field `do`. */
export type SettingsResult = {
  form: string;
  ok: boolean;
  /** Shown as a toast (and, without JavaScript, above the form). */
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  /** Error messages by field name. */
  fieldErrors: Record<string, string>;
  /** The submitted values, to fill the form again; never a password. */
  values: Record<string, string>;
};
