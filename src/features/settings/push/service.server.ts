import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { readSessionToken } from '../../accounts/sessions/service.server.ts';
import type { PushForm, PushView } from '../../push/schema.ts';
import { renew, saveQuietHours, sendTest, subscribe, turnOff, viewPush } from '../../push/service.server.ts';
import type { SettingsResult } from '../schema.ts';
import { texts } from './texts.ts';

const { toasts } = texts;

/** What the actor's browsers are told, and which. */
export function getPushView(ctx: AppContext, actor: Actor, clientInfo: ClientInfo): Promise<PushView> {
  return viewPush(ctx, actor, currentSessionHash(ctx, clientInfo));
}

/** Handles a form about telling browsers. @throws AppError 'bad-input', 'sign-in-required', 'too-many-requests' */
export async function handlePushForm(
  ctx: AppContext,
  actor: Actor,
  form: PushForm,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<SettingsResult> {
  authorize(actor, 'push:write');
  switch (form) {
    case 'push-on':
      await subscribe(ctx, actor, fields, currentSessionHash(ctx, clientInfo));
      return success(form, toasts.on);
    case 'push-renew':
      await renew(ctx, actor, fields, currentSessionHash(ctx, clientInfo));
      return success(form, toasts.on);
    case 'push-off':
      return turnOff(ctx, actor, fields).then(
        () => success(form, toasts.off),
        (error: unknown) => {
          // The page was old: what it asks for is done.
          if (error instanceof AppError && error.code === 'not-found') return success(form, toasts.off);
          throw error;
        },
      );
    case 'push-quiet': {
      const state = await saveQuietHours(ctx, actor, fields);
      if (state === 'saved') return success(form, toasts.quiet);
      return failure(form, state, state === 'same' ? toasts.sameHours : toasts.tooShort);
    }
    case 'push-test':
      return (await sendTest(ctx, actor, currentSessionHash(ctx, clientInfo)))
        ? success(form, toasts.test)
        : failure(form, 'not-found', toasts.notOn);
  }
}

type ToastText = { title: string; text: string };

function success(action: PushForm, text: ToastText): SettingsResult {
  return { ok: true, action, toast: { ...text, kind: 'good' } };
}

function failure(action: PushForm, code: string, text: ToastText): SettingsResult {
  return { ...actionFailure(code), action, toast: { ...text, kind: 'bad' } };
}

/** Token hash of the session, which is the browser that the player sits at. */
function currentSessionHash(ctx: AppContext, { cookies }: ClientInfo): string {
  return tokenHash(readSessionToken(ctx, cookies) ?? '');
}
