import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { CONTENT_MARKS, type ContentMark } from '../../../shared/permissions.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import type { GamePage } from '../../games/catalogue/schema.ts';
import { parseInstructions, splitLines, splitList } from '../rules.ts';
import { GENRE_FIELD, type EditField, type GameActionResult, type GameEditView } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoteField } from './form-fields.tsx';

/** What the form shows of a game while it is typed. Without a mark the game is for everyone. */
export type TypedGame = Partial<Omit<GamePage, 'minAge'>> & { minAge?: GamePage['minAge'] | undefined };

type EditFormProps = {
  view: GameEditView;
  answer: GameActionResult | undefined;
  /** Receives what the preview shows of what was typed. */
  onPreview: (typed: TypedGame) => void;
};

/** The form with everything that players read about a game. Typed texts stay in it whatever else is done on the page. */
export function EditForm({ view, answer, onPreview }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const [base, setBase] = useState(view.base);
  // Not the page's newest one: the fields show what was there when the form was made, or was saved by it.
  const newBase = answer?.ok ? answer.base : answer?.values['base'];
  if (newBase !== undefined && newBase !== base) setBase(newBase);
  const failure = answer && !answer.ok && answer.values['do'] === 'edit' ? answer : null;
  useEffect(() => {
    const note = form.current?.querySelector<HTMLTextAreaElement>('[name="note"]');
    if (answer?.ok && answer.do === 'edit' && note) note.value = '';
    if (answer && !answer.ok && answer.values['do'] === 'edit') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const state: FieldState = {
    valueOf: (field) => failure?.values[field] ?? view.values[field],
    isTicked: (name, stored) => (failure === null ? stored : failure.values[name] === 'yes'),
    errorOf: (field) => failure?.fieldErrors[field] ?? null,
    hintOf: (field, hint) => [hint, view.keptFields.includes(field) && texts.edit.kept].filter(Boolean).join(' '),
  };
  const isBusy = pendingForm.action !== null;
  return (
    <Form
      ref={form}
      method="post"
      replace
      preventScrollReset
      className="panel decide"
      onSubmit={pendingForm.onSubmit}
      onInput={(event) => onPreview(readTyped(new FormData(event.currentTarget)))}
    >
      <h2>{texts.edit.title}</h2>
      <ResultNotice error={failure && failure.error !== null ? { title: texts.failedTitle, text: failure.error } : null} />
      <input type="hidden" name="base" value={base} />
      <TextFields state={state} />
      <GenreFields view={view} state={state} />
      <ChoiceFields state={state} />
      <NoteField error={failure?.fieldErrors['note'] ?? null} defaultValue={failure?.values['note'] ?? ''} />
      <div className="decide-acts">
        <Button type="submit" name="do" value="edit" variant="primary" aria-disabled={isBusy || undefined}>
          {pendingForm.action === 'edit' ? texts.busy : texts.edit.button}
        </Button>
      </div>
    </Form>
  );
}

type FieldState = {
  valueOf(field: EditField): string;
  isTicked(name: string, stored: boolean): boolean;
  errorOf(field: EditField): string | null;
  hintOf(field: EditField, hint?: string): string;
};

const LINES = [
  { field: 'title', maxLength: 120, required: true },
  { field: 'developer', maxLength: 120, required: false },
] as const;
const TEXTS = [
  { field: 'description', maxLength: 4000 },
  { field: 'keyFeatures', maxLength: 6100 },
  { field: 'instructions', maxLength: 9000 },
] as const;

function TextFields({ state: { valueOf, errorOf, hintOf } }: { state: FieldState }) {
  return (
    <>
      {LINES.map(({ field, maxLength, required }) => (
        <Field
          key={field}
          name={field}
          label={texts.fields[field]}
          hint={hintOf(field)}
          defaultValue={valueOf(field)}
          error={errorOf(field)}
          maxLength={maxLength}
          autoComplete="off"
          required={required}
        />
      ))}
      {TEXTS.map(({ field, maxLength }) => (
        <TextAreaField
          key={field}
          name={field}
          label={texts.fields[field]}
          hint={hintOf(field, texts.hints[field])}
          defaultValue={valueOf(field)}
          error={errorOf(field)}
          maxLength={maxLength}
          onInput={() => {}}
        />
      ))}
      <Field
        name="tags"
        label={texts.fields.tags}
        hint={hintOf('tags', texts.hints.tags)}
        defaultValue={valueOf('tags')}
        error={errorOf('tags')}
        maxLength={900}
        autoComplete="off"
      />
    </>
  );
}

function GenreFields({ view, state: { isTicked, errorOf, hintOf } }: { view: GameEditView; state: FieldState }) {
  return (
    <fieldset className="game-admin-ticks">
      <legend>{texts.edit.genres}</legend>
      {view.knownGenres.map((genre) => {
        const name = `${GENRE_FIELD}${genre}`;
        return <Checkbox key={genre} name={name} value="yes" label={genre} defaultChecked={isTicked(name, view.genres.includes(genre))} />;
      })}
      <Field
        name="otherGenres"
        label={texts.fields.otherGenres}
        hint={hintOf('otherGenres', texts.hints.otherGenres)}
        error={errorOf('otherGenres')}
        maxLength={300}
        autoComplete="off"
      />
    </fieldset>
  );
}

function ChoiceFields({ state: { valueOf, isTicked, errorOf, hintOf } }: { state: FieldState }) {
  const markError = errorOf('minAge');
  return (
    <>
      <fieldset className="game-admin-ticks">
        <legend>{texts.edit.ticks}</legend>
        {(['isPremium', 'isMobileReady'] as const).map((name) => (
          <Checkbox
            key={name}
            name={name}
            value="yes"
            label={texts.fields[name]}
            defaultChecked={isTicked(name, valueOf(name) === 'yes')}
          />
        ))}
      </fieldset>
      <label className="field">
        <span>{texts.fields.minAge}</span>
        <select className="select" name="minAge" defaultValue={valueOf('minAge')} aria-invalid={markError ? true : undefined}>
          {CONTENT_MARKS.map((mark) => (
            <option key={mark} value={mark}>
              {texts.marks[mark]}
            </option>
          ))}
        </select>
        {markError && (
          <span className="field-error" role="alert">
            {markError}
          </span>
        )}
      </label>
      <Field
        name="maxPlayers"
        label={texts.fields.maxPlayers}
        hint={hintOf('maxPlayers', texts.hints.maxPlayers)}
        defaultValue={valueOf('maxPlayers')}
        error={errorOf('maxPlayers')}
        inputMode="numeric"
        maxLength={7}
        required
      />
    </>
  );
}

/** What was typed, as the preview shows it. The server checks it when it is saved. */
function readTyped(form: FormData): TypedGame {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const minAge = Number(read('minAge')) as ContentMark;
  return {
    title: read('title'),
    developer: read('developer'),
    description: read('description'),
    keyFeatures: splitLines(read('keyFeatures')),
    instructions: parseInstructions(read('instructions')),
    tags: splitList(read('tags')),
    isPremium: read('isPremium') === 'yes',
    maxPlayers: Number(read('maxPlayers')) || 1,
    minAge: minAge === 0 ? undefined : minAge,
  };
}
