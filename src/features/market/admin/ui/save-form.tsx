import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Form, Link } from 'react-router';
import type { ActionFailure } from '../../../../shared/action-result.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { NEW_ROW, type SaveResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './admin.css';
import '../../../admin/ui/admin.css';

const NOTE_MAX = 500;

/** What the fields of a form show. */
export type FieldState = {
  /** The value of a field: what was typed, if the form was refused; else the given one. */
  valueOf(name: string, saved: string): string;
  isChecked(name: string, saved: boolean): boolean;
  errorOf(name: string): string | null;
};

type SaveFormProps = {
  /** Id of the edited row, or 'new'. */
  id: string;
  /** The form's action URL. `cancelUrl` is the link that leaves the form without saving. */
  url: string;
  cancelUrl: string | null;
  /** The result of the page's action; it may be about another form. */
  result: SaveResult | undefined;
  /** Whether the form uploads a picture. */
  hasPicture?: boolean;
  children: (state: FieldState) => ReactNode;
};

/** An admin form: fields, the reason for the audit log, and the result. */
export function SaveForm({ id, url, cancelUrl, result, hasPicture = false, children }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const ownResult = result && isAbout(result, id) ? result : undefined;
  const failure = ownResult?.ok === false ? ownResult : null;
  useResultEffects(form, ownResult);
  const state = getFieldState(failure);
  const isBusy = pendingForm.of('id') === id;
  return (
    <Form
      ref={form}
      method="post"
      action={url}
      encType={hasPicture ? 'multipart/form-data' : undefined}
      replace
      preventScrollReset
      className="save-form"
      onSubmit={pendingForm.onSubmit}
    >
      {failure && failure.error !== null && (
        <div role="alert">
          <Note variant="bad" title={texts.failedTitle}>
            <p>{failure.error}</p>
          </Note>
        </div>
      )}
      <input type="hidden" name="id" value={id} />
      {children(state)}
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={state.errorOf('note')}
        maxLength={NOTE_MAX}
        defaultValue={state.valueOf('note', '')}
        required
        onInput={() => {}}
      />
      <div className="save-acts">
        <Button type="submit" variant="primary" aria-disabled={pendingForm.of('id') !== null || undefined}>
          {isBusy ? texts.busy : id === NEW_ROW ? texts.add : texts.save}
        </Button>
        {cancelUrl !== null && (
          <Link className="link" to={cancelUrl}>
            {texts.backToList}
          </Link>
        )}
      </div>
    </Form>
  );
}

function getFieldState(failure: ActionFailure | null): FieldState {
  return {
    valueOf: (name, saved) => failure?.values[name] ?? saved,
    // Browsers do not submit an unchecked checkbox. A form that could not be read has no values at all, and always submits its id.
    isChecked: (name, saved) => (failure?.values['id'] === undefined ? saved : failure.values[name] === 'yes'),
    errorOf: (name) => failure?.fieldErrors[name] ?? null,
  };
}

/** Focuses the first invalid field, or empties what belonged to the change that was saved. */
function useResultEffects(form: RefObject<HTMLFormElement | null>, result: SaveResult | undefined): void {
  useEffect(() => {
    if (result?.ok === false) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    // The reason belonged to this change, and the picture is uploaded now.
    if (result?.ok)
      for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name="note"], [name="picture"]') ?? []) field.value = '';
  }, [form, result]);
}

/** A form that could not be read has no id: then it was the only one of its page. */
function isAbout(result: SaveResult, id: string): boolean {
  const savedId = result.ok ? result.id : result.values['id'];
  return savedId === undefined || savedId === id;
}
