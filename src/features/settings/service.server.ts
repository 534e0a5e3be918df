import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { requestEmailChange, saveProfile } from './account/service.server.ts';
import { settingsForm } from './forms.server.ts';
import { saveEmailPreferences } from './notification-emails/service.server.ts';
import { handlePushForm } from './push/service.server.ts';
import { savePrivacySettings } from './privacy/service.server.ts';
import { handleSecurityForm, type SecurityOutcome } from './security/service.server.ts';

/** Handles a form of the settings, selected by its field `do`. @throws AppError 'bad-input', 'not-found' */
export async function handleSettingsForm(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<SecurityOutcome> {
  const { do: form } = parseFormOrThrow(settingsForm, fields);
  switch (form) {
    case 'profile':
      return { answer: await saveProfile(ctx, actor, fields), cookies: [] };
    case 'change-email':
      return { answer: await requestEmailChange(ctx, actor, fields, clientInfo), cookies: [] };
    case 'privacy':
      return { answer: await savePrivacySettings(ctx, actor, fields), cookies: [] };
    case 'mails':
      return { answer: await saveEmailPreferences(ctx, actor, fields), cookies: [] };
    case 'push-on':
    case 'push-renew':
    case 'push-off':
    case 'push-quiet':
    case 'push-test':
      return { answer: await handlePushForm(ctx, actor, form, fields, clientInfo), cookies: [] };
    default:
      return handleSecurityForm(ctx, actor, form, fields, clientInfo);
  }
}
