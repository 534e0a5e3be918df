import { data } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import { useActionResult } from '../../accounts/ui/use-action-result.ts';
import { getAccountView } from '../account/service.server.ts';
import { AccountTab } from '../account/ui/account-tab.tsx';
import { DataAndAccountPanel } from '../account-deletion/ui/data-and-account-panel.tsx';
import { getOwnAllowances } from '../../guardians/allowances/service.server.ts';
import { GuardianRow } from '../../guardians/ui/guardian-row.tsx';
import { getEmailPreferences } from '../notification-emails/service.server.ts';
import { NotificationsTab } from '../notification-emails/ui/notifications-tab.tsx';
import type { PushForm } from '../../push/schema.ts';
import { getPushView } from '../push/service.server.ts';
import { DevicePanel } from '../push/ui/device-panel.tsx';
import { QuietHoursPanel } from '../push/ui/quiet-hours-panel.tsx';
import { getPrivacySettings } from '../privacy/service.server.ts';
import { SavedGamesPanel } from '../ui/saved-games-panel.tsx';
import { PrivacyTab } from '../ui/privacy-tab.tsx';
import { urlForSettings } from '../rules.ts';
import { SETTINGS_TABS } from '../schema.ts';
import type { SecurityForm, SecurityResult } from '../security/schema.ts';
import { viewSecurity } from '../security/service.server.ts';
import { SecurityTab } from '../security/ui/security-tab.tsx';
import { handleSettingsForm } from '../service.server.ts';
import { describeFailure, texts } from '../texts.ts';
import { PleaseLogIn, SettingsFrame } from '../ui/settings-frame.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/settings.ts';

export const handle = { params: ['tab'], isShared: true } as const satisfies PageHandle;

/** The player's own settings. Loads only the data of the selected tab. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor, clientInfo } = reqCtx;
  const tab = SETTINGS_TABS.find((each) => each === query.get('tab')) ?? 'account';
  if (!reqCtx.viewer) return { tab: null, returnUrl: urlForSettings(tab) };
  switch (tab) {
    case 'account':
      return { tab, view: await getAccountView(ctx, actor) };
    case 'privacy':
      return { tab, ...(await loadPrivacy(reqCtx)) };
    case 'notifications':
      return { tab, ...(await loadNotifications(reqCtx)) };
    case 'security':
      return { tab, view: await viewSecurity(ctx, actor, clientInfo) };
  }
});

async function loadNotifications({ ctx, actor, clientInfo }: RequestContext) {
  const [view, push] = await Promise.all([getEmailPreferences(ctx, actor), getPushView(ctx, actor, clientInfo)]);
  return { view, push };
}

/** `guardian`: where the consent for a player under 18 stands; null: nobody has to agree. */
async function loadPrivacy({ ctx, actor }: RequestContext) {
  const [view, { door }] = await Promise.all([getPrivacySettings(ctx, actor), getOwnAllowances(ctx, actor)]);
  return { view, guardian: door?.state ?? null };
}

/** What keeps somebody else out of an account, or stops what a browser is told. A player can do that while the site is read-only too. */
const GOING_ON: readonly (SecurityForm | PushForm)[] = ['password', 'password-link', 'session-out', 'others-out', 'push-off'];

/** POST with `do`. Returns SettingsResult or SecurityResult; a player who was signed out meanwhile has to sign in first. */
export const action = formAction(
  {
    echo: ['do'],
    describe: describeFailure,
    signInReturnPath: '/settings',
    goesOnReadOnly: (fields) => GOING_ON.some((form) => form === fields['do']),
  },
  async ({ reqCtx, fields }) => {
    const { answer, cookies } = await handleSettingsForm(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
    return data(answer, { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionResult<SecurityResult>(actionData, { nameField: 'do', failureTitle: texts.failed.title });
  if (loaderData.tab === null) return <PleaseLogIn returnUrl={loaderData.returnUrl} />;
  return (
    <SettingsFrame tab={loaderData.tab}>
      {loaderData.tab === 'account' && <AccountTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'account' && <SavedGamesPanel />}
      {loaderData.tab === 'account' && <DataAndAccountPanel hasPassword={loaderData.view.hasPassword} />}
      {loaderData.tab === 'privacy' && <PrivacyTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'privacy' && loaderData.guardian !== null && (
        <GuardianRow state={loaderData.guardian} returnPath={urlForSettings('privacy')} />
      )}
      {loaderData.tab === 'notifications' && <NotificationsTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'notifications' && <DevicePanel view={loaderData.push} answer={answer} />}
      {loaderData.tab === 'notifications' && <QuietHoursPanel view={loaderData.push} answer={answer} />}
      {loaderData.tab === 'security' && <SecurityTab view={loaderData.view} answer={answer} />}
    </SettingsFrame>
  );
}
