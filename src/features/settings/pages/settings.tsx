import { data, redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext, type RequestContext } from '../../../server/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import { useActionResult } from '../../accounts/ui/use-action-result.ts';
import { requestEmailChange, saveProfile, getAccountView } from '../account/service.server.ts';
import { AccountTab } from '../account/ui/account-tab.tsx';
import { DataAndAccountPanel } from '../account-deletion/ui/data-and-account-panel.tsx';
import { saveEmailPreferences, getEmailPreferences } from '../notification-emails/service.server.ts';
import { NotificationsTab } from '../notification-emails/ui/notifications-tab.tsx';
import { savePrivacySettings, getPrivacySettings } from '../privacy/service.server.ts';
import { PrivacyTab } from '../privacy/ui/privacy-tab.tsx';
import { urlForSettings } from '../rules.ts';
import { SETTINGS_TABS, type SettingsResult } from '../schema.ts';
import { SECURITY_FORMS, type SecurityResult } from '../security/schema.ts';
import { handleSecurityForm, viewSecurity } from '../security/service.server.ts';
import { SecurityTab } from '../security/ui/security-tab.tsx';
import { texts } from '../texts.ts';
import { PleaseLogIn, SettingsFrame } from '../ui/settings-frame.tsx';
import type { Route } from './+types/settings.ts';

/** The player's own settings. Loads only the data of the selected tab. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const { ctx, actor, clientInfo: visit } = reqCtx;
  const requestedTab = new URL(request.url).searchParams.get('tab');
  const tab = SETTINGS_TABS.find((each) => each === requestedTab) ?? 'account';
  if (!reqCtx.viewer) return { tab: null, returnUrl: urlForSettings(tab) };
  try {
    switch (tab) {
      case 'account':
        return { tab, view: await getAccountView(ctx, actor) };
      case 'privacy':
        return { tab, view: await getPrivacySettings(ctx, actor) };
      case 'notifications':
        return { tab, view: await getEmailPreferences(ctx, actor) };
      case 'security':
        return { tab, view: await viewSecurity(ctx, actor, visit) };
    }
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST /settings with `do`. Returns SettingsResult; a player who was signed out meanwhile has to sign in first. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let form = '';
  try {
    const fields = await readForm(request);
    form = fields['do'] ?? '';
    await reqCtx.rateLimit('mine');
    const { answer, cookies } = await handleForm(reqCtx, fields);
    return data(answer, { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') throw redirect('/login?returnUrl=%2Fsettings');
    const { title, busy, away, other } = texts.failed;
    const text = code === 'too-many-requests' ? busy : code === 'unavailable' ? away : other;
    const answer: SettingsResult = { form, ok: false, toast: { title, text, kind: 'bad' }, fieldErrors: {}, values: {} };
    return data<SecurityResult>(answer, { status });
  }
}

async function handleForm(
  { ctx, actor, clientInfo: visit }: RequestContext,
  fields: Record<string, string>,
): Promise<{ answer: SecurityResult; cookies: string[] }> {
  const form = fields['do'];
  if (SECURITY_FORMS.some((each) => each === form)) return handleSecurityForm(ctx, actor, fields, visit);
  return { answer: await save(), cookies: [] };

  async function save(): Promise<SettingsResult> {
    switch (form) {
      case 'profile':
        return saveProfile(ctx, actor, fields);
      case 'change-email':
        return requestEmailChange(ctx, actor, fields, visit);
      case 'privacy':
        return savePrivacySettings(ctx, actor, fields);
      case 'mails':
        return saveEmailPreferences(ctx, actor, fields);
      default:
        throw new AppError('bad-input', 'do names no form of the settings');
    }
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionResult<SecurityResult>(actionData);
  if (loaderData.tab === null) return <PleaseLogIn returnUrl={loaderData.returnUrl} />;
  return (
    <SettingsFrame tab={loaderData.tab}>
      {loaderData.tab === 'account' && <AccountTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'account' && <DataAndAccountPanel />}
      {loaderData.tab === 'privacy' && <PrivacyTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'notifications' && <NotificationsTab view={loaderData.view} answer={answer} />}
      {loaderData.tab === 'security' && <SecurityTab view={loaderData.view} answer={answer} />}
    </SettingsFrame>
  );
}
