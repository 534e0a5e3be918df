import { useState } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { formatSessionTime } from '../../../../shared/date-format.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { useFocusFallback } from '../../../../web/kit/use-focus-fallback.ts';
import { toSubscriptionFields } from '../../../../web/push-subscription.ts';
import { useTimeZone } from '../../../../web/time-zone.ts';
import { endPushSubscription } from '../../../offline/ui/register-worker.ts';
import type { PushDevice, PushView } from '../../../push/schema.ts';
import type { SettingsResult } from '../../schema.ts';
import { texts } from '../texts.ts';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { subscribeHere, usePushState } from './use-push-state.ts';
import '../../ui/settings.css';
import '../../ui/device-list.css';

const URL = '/settings?tab=notifications';

type DevicePanelProps = { view: PushView; answer: SettingsResult | undefined };

/** Which browsers tell the player of notifications: turns this one on, and each of them off. */
export function DevicePanel({ view, answer }: DevicePanelProps) {
  const { device: words } = texts;
  const { state, refresh } = usePushState();
  const { formData } = useNavigation();
  const heading = useFocusFallback<HTMLHeadingElement>(answer?.action === 'push-off' ? answer : undefined, view.devices);
  // The browser may have forgotten what the server knows, and the other way round.
  const shown = state === 'on' && !view.devices.some(({ isCurrent }) => isCurrent) ? 'off' : state;
  return (
    <section className="panel" aria-labelledby="settings-push">
      <h2 id="settings-push" {...heading}>
        {words.title}
      </h2>
      <p>{words.lead}</p>
      <ResultNotice toast={answer?.action === 'push-off' ? answer.toast : null} />
      <noscript>
        <p>{words.noScript}</p>
      </noscript>
      <p className="needs-js" role="status">
        {words.states[shown]}
      </p>
      {shown === 'off' && <TurnOnButton publicKey={view.publicKey} onDone={refresh} />}
      {shown === 'on' && <TestForm isBusy={formData?.get('do') === 'push-test'} />}
      {view.devices.length > 0 && (
        <>
          <h3>{words.list}</h3>
          <ul className="device-list">
            {view.devices.map((device) => (
              <Device key={device.id} device={device} isBusy={formData?.get('device') === device.id} onTurnedOff={refresh} />
            ))}
          </ul>
        </>
      )}
      <p className="settings-hint">{words.carriers}</p>
    </section>
  );
}

function TurnOnButton({ publicKey, onDone }: { publicKey: string; onDone: () => Promise<void> }) {
  const { device: words, toasts } = texts;
  const toast = useToast();
  const submit = useSubmit();
  const [isBusy, setBusy] = useState(false);
  const turnOn = async () => {
    setBusy(true);
    try {
      const subscription = await subscribeHere(publicKey);
      if (subscription)
        await submit(toSubscriptionFields(subscription), { method: 'post', action: URL, replace: true, preventScrollReset: true });
      else toast({ ...toasts.refused, kind: 'bad' });
    } catch {
      toast({ ...toasts.failed, kind: 'bad' });
    }
    await onDone();
    setBusy(false);
  };
  return (
    <div className="settings-act">
      <Button variant="primary" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void turnOn()}>
        {isBusy ? words.turningOn : words.turnOn}
      </Button>
    </div>
  );
}

function TestForm({ isBusy }: { isBusy: boolean }) {
  const { device: words } = texts;
  return (
    <Form method="post" action={URL} replace preventScrollReset className="settings-act">
      <input type="hidden" name="do" value="push-test" />
      <Button type="submit" variant="secondary" aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()}>
        {isBusy ? words.testing : words.test}
      </Button>
    </Form>
  );
}

function Device({ device, isBusy, onTurnedOff }: { device: PushDevice; isBusy: boolean; onTurnedOff: () => Promise<void> }) {
  const { device: words } = texts;
  const { browser, system, isCurrent } = device;
  const timeZone = useTimeZone();
  const name = browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown);
  const forget = () => {
    // The server is told by the form. Without this the browser would keep a subscription that nobody uses.
    if (isCurrent)
      void endPushSubscription()
        .catch(() => {})
        .then(onTurnedOff);
  };
  return (
    <li className="device">
      <Icon icon={/Android|iPhone|KaiOS/.test(system ?? '') ? 'smartphone' : 'laptop'} />
      <div>
        <p className="device-name">
          {name}
          {isCurrent && <span className="device-here">{words.here}</span>}
        </p>
        <p className="settings-hint">
          {words.since} <time dateTime={device.turnedOnAt}>{formatSessionTime(device.turnedOnAt, timeZone)}</time>
        </p>
        <p className="settings-hint">
          {words.until} <time dateTime={device.endsAt}>{formatSessionTime(device.endsAt, timeZone)}</time>
        </p>
      </div>
      <Form method="post" action={URL} replace preventScrollReset onSubmit={forget}>
        <input type="hidden" name="do" value="push-off" />
        <input type="hidden" name="device" value={device.id} />
        <Button
          type="submit"
          variant="soft"
          size="sm"
          aria-label={words.turnOffOf(name)}
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          {isBusy ? words.turningOff : words.turnOff}
        </Button>
      </Form>
    </li>
  );
}
