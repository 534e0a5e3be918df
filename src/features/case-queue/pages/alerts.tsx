import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ALERT_SETTINGS_PATH } from '../alerts/schema.ts';
import { getAlertSettings, saveAlertSettings } from '../alerts/service.server.ts';
import { texts } from '../alerts/texts.ts';
import { AlertSettingsPage } from '../alerts/ui/alert-settings-page.tsx';
import type { Route } from './+types/alerts.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** What the viewer is called for as one of the team. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(ALERT_SETTINGS_PATH)}`);
  return getAlertSettings(reqCtx.ctx, reqCtx.actor);
});

/** POST with `urgent`, `dueSoon` and `digest`, each 'on' or absent. Returns AlertSettingsResult. */
export const action = formAction({ describe: () => texts.failed.text }, ({ reqCtx, fields }) =>
  saveAlertSettings(reqCtx.ctx, reqCtx.actor, fields),
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Alerts({ loaderData, actionData }: Route.ComponentProps) {
  return <AlertSettingsPage view={loaderData} answer={actionData} />;
}
