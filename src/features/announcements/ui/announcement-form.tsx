import { useState, type FormEvent } from 'react';
import { Form, Link } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { useHydrated } from '../../../web/hydrated.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { fromFieldTime } from '../rules.ts';
import { ANNOUNCEMENTS_PATH, countLetters, TEXT_MAX, type AnnouncementFields, type AnnouncementResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { AudienceChoice } from './audience-choice.tsx';
import { LinePreview } from './line-preview.tsx';

type AnnouncementFormProps = {
  editing: AnnouncementFields | null;
  /** Of the announcement that a new form makes. */
  newId: string;
  /** What was typed before a preview without scripts. */
  preview: AnnouncementFields | null;
  failure: ActionFailure | null;
  answer: AnnouncementResult | undefined;
};

/** The form of an announcement, and how its line looks while it is typed. */
export function AnnouncementForm({ editing, newId, preview, failure, answer }: AnnouncementFormProps) {
  const pendingForm = usePendingForm();
  const isHydrated = useHydrated();
  const [changedSince, setChangedSince] = useState<AnnouncementResult>();
  const initial: AnnouncementFields = failure?.values ?? preview ?? editing ?? {};
  const [typed, setTyped] = useState(initial);
  const errors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const error = (field: string) => errors[field] ?? null;
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    setTyped(
      Object.fromEntries([...new FormData(event.currentTarget)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    );
    setChangedSince(answer);
  };
  const id = initial.id ?? '';
  const action = id === '' ? 'start' : 'save';
  const isBusy = pendingForm.action === action;
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  return (
    <>
      <section className="panel announcement-new" aria-labelledby="announcement-new">
        <h2 id="announcement-new">{id === '' ? texts.newTitle : texts.editTitle}</h2>
        <Form
          method="post"
          action={ANNOUNCEMENTS_PATH}
          replace
          preventScrollReset
          className="decide"
          onSubmit={pendingForm.onSubmit}
          onInput={onInput}
        >
          <ResultNotice error={failure && !hasFieldErrors ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null} />
          {id === '' ? (
            <input type="hidden" name="formId" value={initial.formId || newId} />
          ) : (
            <>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="version" value={initial.version ?? ''} />
            </>
          )}
          <div>
            <Field
              name="text"
              label={texts.says}
              hint={texts.saysHint}
              defaultValue={initial.text ?? ''}
              autoComplete="off"
              required
              error={error('text')}
            />
            <LetterCount text={typed.text ?? ''} />
          </div>
          <div className="announcement-pair">
            <Field
              name="linkLabel"
              label={texts.linkSays}
              defaultValue={initial.linkLabel ?? ''}
              autoComplete="off"
              error={error('linkLabel')}
            />
            <Field
              name="linkPath"
              label={texts.leadsTo}
              defaultValue={initial.linkPath ?? ''}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={error('linkPath')}
            />
            <p className="field-hint">{texts.linkHint}</p>
          </div>
          <AudienceChoice initial={initial} chosen={typed.audience} errors={errors} />
          <div className="announcement-pair">
            <Field
              name="from"
              type="datetime-local"
              label={texts.from}
              hint={texts.fromHint}
              defaultValue={initial.from ?? ''}
              error={error('from')}
            />
            <Field
              name="until"
              type="datetime-local"
              label={texts.until}
              hint={texts.untilHint}
              defaultValue={initial.until ?? ''}
              required
              error={error('until')}
            />
          </div>
          <label className="check announcement-bell">
            <input type="checkbox" name="bell" defaultChecked={initial.bell === 'on'} />
            <span>
              {texts.bell}
              <small>{texts.bellHint}</small>
            </span>
          </label>
          <TextAreaField
            name="note"
            label={texts.note}
            hint={texts.noteHint}
            error={error('note')}
            maxLength={NOTE_MAX}
            defaultValue={initial.note ?? ''}
            required
            onInput={() => {}}
          />
          <div className="decide-acts">
            <Button
              type="submit"
              name="do"
              value={action}
              variant="primary"
              multiline
              aria-disabled={pendingForm.action !== null || undefined}
            >
              {isBusy ? texts.busy : action === 'save' ? texts.save : isHydrated ? startLabel(typed.from ?? '') : texts.startThen}
            </Button>
            <div className="announcement-preview">
              <Button type="submit" name="do" value="preview" variant="secondary" formNoValidate>
                {texts.previewButton}
              </Button>
            </div>
            {id !== '' && (
              <Link className="link moderation-link" to={ANNOUNCEMENTS_PATH}>
                {texts.cancelEdit}
              </Link>
            )}
          </div>
        </Form>
      </section>
      <LinePreview {...typed} />
    </>
  );
}

/** What the button does, by the start that was typed. */
function startLabel(from: string): string {
  const start = fromFieldTime(from);
  return start === null || start.getTime() <= Date.now() ? texts.startNow : texts.startOn(start.toISOString());
}

/** How many letters the line has. Only for the eyes: the error says it to everybody. */
function LetterCount({ text }: { text: string }) {
  const count = countLetters(text.replaceAll(/\s+/gu, ' ').trim());
  const isTooLong = count > TEXT_MAX;
  return (
    <p className={isTooLong ? 'field-error announcement-count' : 'field-hint announcement-count'}>
      {isTooLong && <Icon icon="circle-exclamation-point" size="small" />}
      {texts.letters(count)}
    </p>
  );
}
