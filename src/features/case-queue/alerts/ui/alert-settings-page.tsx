import { Form, Link, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Checkbox } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { CASE_QUEUE_PATH } from '../../schema.ts';
import { ALERT_SETTINGS_PATH, ALERT_TYPES, type AlertSettingsResult, type AlertSettingsView } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './alert-settings.css';

type AlertSettingsPageProps = {
  view: AlertSettingsView;
  /** Result of the page's action. */
  answer: AlertSettingsResult | undefined;
};

/** The page on which somebody of the team chooses what they are called for. */
export function AlertSettingsPage({ view, answer }: AlertSettingsPageProps) {
  const isBusy = useNavigation().formAction === ALERT_SETTINGS_PATH;
  const done = answer?.ok ? answer : undefined;
  const toast = done?.toast ?? null;
  useResultToast(done, toast);
  return (
    <div className="wrap section moderation alert-settings">
      <div>
        <Link to={CASE_QUEUE_PATH} className="see-all case-back">
          <Icon icon="chevron-left" size="small" />
          {texts.back}
        </Link>
        <h1>{texts.title}</h1>
        <p className="queue-lead">{texts.lead}</p>
        <p className="queue-lead">{sayMail(view)}</p>
        <p className="queue-lead">
          {texts.browsers}{' '}
          <Link to="/settings?tab=notifications" className="link">
            {texts.browsersLink}
          </Link>
        </p>
      </div>
      <ResultNotice toast={toast} error={answer && !answer.ok ? texts.failed : null} />
      <Form method="post" action={ALERT_SETTINGS_PATH} replace preventScrollReset className="panel alert-form">
        <fieldset className="choices">
          <legend>{texts.legend}</legend>
          {ALERT_TYPES.map((type) => {
            const isFixed = type === 'urgent' && view.isUrgentFixed;
            return (
              <div key={type}>
                <Checkbox
                  name={type}
                  label={texts.types[type]}
                  defaultChecked={view.settings[type]}
                  disabled={isFixed}
                  aria-describedby={isFixed ? 'alert-fixed' : undefined}
                />
                {isFixed && (
                  <p id="alert-fixed" className="alert-hint">
                    {texts.urgentFixed}
                  </p>
                )}
              </div>
            );
          })}
        </fieldset>
        <p className="alert-hint">{texts.often}</p>
        <Button
          type="submit"
          variant="primary"
          // Not `disabled`: that would take the focus away from keyboard users.
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          {isBusy ? texts.saving : texts.save}
        </Button>
      </Form>
    </div>
  );
}

/** Whether mails call the viewer, and where. */
function sayMail({ email, sendsMail }: AlertSettingsView): string {
  if (!sendsMail) return texts.noMailServer;
  return email === null ? texts.unconfirmed : texts.mailsTo(email);
}
