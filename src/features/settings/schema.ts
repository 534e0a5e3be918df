/** Tabs of the settings, in their order (spec 2, section 2). */
export const TABS = ['account', 'privacy', 'notifications', 'security'] as const;
export type SettingsTab = (typeof TABS)[number];

/** What the settings' action answers when it does not lead elsewhere. `form` names which form was sent: its field `do`. */
export type SettingsAnswer = {
  form: string;
  ok: boolean;
  /** What the page says as a toast (and, without JavaScript, above its form). */
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  /** What is wrong, by the name of the field. */
  faults: Record<string, string>;
  /** What was typed, to be shown again; never a password. */
  typed: Record<string, string>;
};
