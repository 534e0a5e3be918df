import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { urlForSettings } from '../rules.ts';
import { SETTINGS_TABS, type SettingsTab } from '../schema.ts';
import { texts } from '../texts.ts';
import './settings.css';

const ICONS = { account: 'user-round', privacy: 'lock', notifications: 'bell', security: 'shield' } as const;

/** The settings page: four tabs, one of them open, and links to settings on other pages. */
export function SettingsFrame({ tab, children }: { tab: SettingsTab; children: ReactNode }) {
  const { location, state, formData } = useNavigation();
  // Whether another tab is loading. While a form is being submitted, the current tab stays visible.
  const isLoading = state === 'loading' && formData === undefined && location.pathname === '/settings';
  const { links } = texts;
  return (
    <div className="wrap section settings">
      <h1>{texts.title}</h1>
      <Tabs
        label={texts.tabsLabel}
        tabs={SETTINGS_TABS.map((each) => ({
          to: urlForSettings(each),
          label: texts.tabs[each],
          icon: ICONS[each],
          isSelected: each === tab,
        }))}
      />
      <div className="settings-loading" role="status">
        {isLoading && <p className="muted">{texts.loading}</p>}
      </div>
      <div className="settings-panels" hidden={isLoading}>
        {children}
      </div>
      <nav className="settings-links" aria-label={links.label}>
        <LinkButton to="/profile">
          <Icon icon="user-round" />
          {links.profile}
        </LinkButton>
        <LinkButton to="/avatar-customization">
          <Icon icon="shirt" />
          {links.avatar}
        </LinkButton>
        <LinkButton to="/subscription">
          <Icon icon="crown" />
          {links.subscription}
        </LinkButton>
      </nav>
    </div>
  );
}

/** The settings page for visitors (spec 2, section 2). @param props.returnUrl where to go after signing in */
export function PleaseLogIn({ returnUrl }: { returnUrl: string }) {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={texts.pleaseLogIn} text={texts.pleaseLogInText}>
        <LinkButton variant="primary" multiline to={`/login?returnUrl=${encodeURIComponent(returnUrl)}`}>
          {texts.logIn}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
