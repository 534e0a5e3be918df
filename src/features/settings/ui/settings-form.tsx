import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { useFormErrors } from '../../accounts/ui/use-form-errors.ts';
import { urlForSettings } from '../rules.ts';
import type { SettingsResult, SettingsTab } from '../schema.ts';
import './settings.css';

type SettingsFormProps = {
  /** The form's name, sent to the action as the field `do`. */
  name: string;
  tab: SettingsTab;
  answer: SettingsResult | undefined;
  /** Button labels: normal, and while submitting. */
  save: string;
  saving: string;
  variant?: 'primary' | 'secondary' | 'danger';
  /** Additional content beside the button. */
  aside?: ReactNode;
  /** Renders the fields. @param fieldErrors error messages by field name. @param values the submitted values */
  children: (fieldErrors: ActionFailure['fieldErrors'], values: ActionFailure['values']) => ReactNode;
};

/** A form of the settings. Its result is shown as a toast and, without JavaScript, above the form. */
export function SettingsForm({ name, tab, answer, save, saving, variant = 'primary', aside, children }: SettingsFormProps) {
  const { fieldErrors, formProps } = useFormErrors(name, answer);
  const { formData } = useNavigation();
  const isBusy = formData?.get('do') === name;
  const ownAnswer = answer?.action === name ? answer : undefined;
  return (
    <Form method="post" action={urlForSettings(tab)} replace preventScrollReset className="settings-form" {...formProps}>
      {ownAnswer?.toast && (
        <noscript>
          <Note variant={ownAnswer.toast.kind} title={ownAnswer.toast.title}>
            <p>{ownAnswer.toast.text}</p>
          </Note>
        </noscript>
      )}
      <input type="hidden" name="do" value={name} />
      {children(fieldErrors, ownAnswer && !ownAnswer.ok ? ownAnswer.values : {})}
      <div className="settings-act">
        <Button
          type="submit"
          variant={variant}
          // Not `disabled`: that would take the focus away from keyboard users.
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          {isBusy ? saving : save}
        </Button>
        {aside}
      </div>
    </Form>
  );
}
