import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import type { AuditLogEntry, SaveResult } from '../schema.ts';
import { toSaveMessage, texts } from '../texts.ts';
import '../../../../web/staff.css';
import './admin.css';
import '../../../admin/ui/admin.css';

const NOTE_MAX = 500;

type SaveFormProps = {
  /** Id of the edited row, or 'new'. */
  id: string;
  /** The form's action URL. `cancelUrl` is the link that leaves the form without saving. */
  url: string;
  cancelUrl: string | null;
  answer: SaveResult | undefined;
  /** Whether the form uploads a picture. */
  hasPicture?: boolean;
  children: (of: {
    typed: (name: string, now: string) => string;
    errorFor: (name: string) => string | null;
    wasSent: boolean;
  }) => ReactNode;
};

/** An admin form: fields, the reason for the audit log, and the result. */
export function SaveForm({ id, url, cancelUrl, answer, hasPicture = false, children }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const ownAnswer = answer?.id === id ? answer : undefined;
  const rejected = ownAnswer?.is === 'refused' ? ownAnswer : null;
  useEffect(() => {
    if (rejected) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [rejected]);
  useEffect(() => {
    if (ownAnswer?.is !== 'saved') return;
    // The reason belonged to this change, and the picture is uploaded now.
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name="note"], [name="picture"]') ?? []) field.value = '';
  }, [ownAnswer]);
  const errorFor = (name: string) => (rejected?.at === name ? rejected.error : null);
  const typed = (name: string, now: string) => rejected?.typed[name] ?? now;
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
      {rejected && rejected.at === null && (
        <div role="alert">
          <Note variant="bad" title={texts.failed}>
            <p>{rejected.error}</p>
          </Note>
        </div>
      )}
      <input type="hidden" name="id" value={id} />
      {children({ typed, errorFor, wasSent: rejected !== null })}
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={errorFor('note')}
        maxLength={NOTE_MAX}
        defaultValue={typed('note', '')}
        required
        onInput={() => {}}
      />
      <div className="save-acts">
        <Button type="submit" variant="primary" aria-disabled={pendingForm.of('id') !== null || undefined}>
          {isBusy ? texts.busy : id === 'new' ? texts.add : texts.save}
        </Button>
        {cancelUrl !== null && (
          <Link className="link" to={cancelUrl}>
            {texts.closed}
          </Link>
        )}
      </div>
    </Form>
  );
}

type FileFieldProps = {
  label: string;
  hint: string;
  error: string | null;
  accept: string;
  required: boolean;
  /** Receives the data URL of the selected file, for a preview before the upload; null for none. */
  onPreview: (address: string | null) => void;
};

/** A file input for a picture. With JavaScript it previews the selected file. */
export function FileField({ label, hint, error, accept, required, onPreview }: FileFieldProps) {
  return (
    <Field
      name="picture"
      type="file"
      className="file-input"
      label={label}
      hint={hint}
      error={error}
      accept={accept}
      required={required}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (!file || !file.type.startsWith('image/')) return onPreview(null);
        const reader = new FileReader();
        reader.addEventListener('load', () => onPreview(typeof reader.result === 'string' ? reader.result : null));
        reader.readAsDataURL(file);
      }}
    />
  );
}

/** The preview of a selected file that is not uploaded yet. It is reset when another row is opened, or after saving. */
export function useFilePreview(of: string): [string | null, (address: string | null) => void] {
  const [chosen, setChosen] = useState<{ of: string; address: string | null }>({ of, address: null });
  return [chosen.of === of ? chosen.address : null, (address) => setChosen({ of, address })];
}

/** Confirms once that something was saved, with and without JavaScript. */
export function SaveNotice({ answer, added = null }: { answer: SaveResult | undefined; added?: string | null }) {
  const toast = useToast();
  const shownFor = useRef<SaveResult>(undefined);
  const shownForAdded = useRef<string>(null);
  useEffect(() => {
    if (answer?.is !== 'saved' || shownFor.current === answer) return;
    shownFor.current = answer;
    toast(toSaveMessage(answer));
  }, [answer, toast]);
  useEffect(() => {
    if (added === null || shownForAdded.current === added) return;
    shownForAdded.current = added;
    toast(texts.saved.added(added));
    // Removes the parameter, so that a reload does not show the message again.
    const here = new URL(window.location.href);
    here.searchParams.delete('added');
    window.history.replaceState(window.history.state, '', here);
  }, [added, toast]);
  const words = answer?.is === 'saved' ? toSaveMessage(answer) : added === null ? null : texts.saved.added(added);
  if (words === null) return null;
  return (
    <noscript>
      <Note variant="good" title={words.title}>
        <p>{words.text}</p>
      </Note>
    </noscript>
  );
}

type AuditLogProps = {
  id: string;
  /** The heading, for a page with more than one log. */
  about?: string;
  log: AuditLogEntry[];
};

/** The operators' actions, newest first. */
export function AuditLog({ id, about, log }: AuditLogProps) {
  return (
    <section aria-labelledby={about === undefined ? id : `${id} ${about}`}>
      <h3 id={id}>{texts.log}</h3>
      {log.length === 0 ? (
        <p className="muted">{texts.noLog}</p>
      ) : (
        <ol className="case-log">
          {log.map((line) => (
            <li key={line.id}>
              <p>
                <b>@{line.actor}</b> {texts.did[line.action] ?? line.action}
              </p>
              <p className="case-note" dir="auto">
                {line.note}
              </p>
              <time dateTime={line.at}>{formatTime(line.at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Africa/Nairobi',
});

function formatTime(iso: string): string {
  // Some browsers put a narrow space before AM and PM.
  return DATE_FORMAT.format(new Date(iso)).replaceAll(/\s/gu, ' ');
}
