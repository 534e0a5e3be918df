import type { SettingsTab } from './schema.ts';

/** Texts shared by the four settings tabs (spec 2, section 2). */
export const texts = {
  metaTitle: 'Settings | Kiddo',
  title: 'Settings',
  loading: 'Loading settings...',
  pleaseLogIn: 'Please Log In',
  pleaseLogInText: 'Your settings are waiting for you.',
  logIn: 'Log In',
  tabsLabel: 'Settings',
  tabs: { account: 'Account', privacy: 'Privacy', notifications: 'Notifications', security: 'Security' } satisfies Record<
    SettingsTab,
    string
  >,
  links: { label: 'More about you', profile: 'My profile', avatar: 'Customize Avatar', subscription: 'My plan' },
  /** Why saving failed, if no field is the cause. */
  failed: {
    title: 'Update failed',
    busy: 'You did this many times in a short time. Wait a while, then try again.',
    away: 'Our computers need a moment. Please try again.',
    other: 'That did not work. Please try again.',
  },
} as const;

/** The text for an unexpected failure of a form of the settings. */
export function describeFailure(code: string): string {
  const { busy, away, other } = texts.failed;
  if (code === 'too-many-requests') return busy;
  return code === 'unavailable' ? away : other;
}
