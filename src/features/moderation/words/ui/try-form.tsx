import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { RadioGroup } from '../../../../web/kit/choices.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TRY_MAX, type WordsAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

/** Tries a text or a name against the filter as it is. What is typed goes nowhere else. */
export function TryForm({ answer }: { answer: WordsAnswer | undefined }) {
  const hydrated = useHydrated();
  const own = answer?.is === 'tried' || answer?.is === 'not-tried' ? answer : undefined;
  const [as, setAs] = useState<'text' | 'name'>(own?.as ?? 'text');
  const sent = useNavigation().formData?.get('do') === 'try';
  return (
    <section className="panel" aria-labelledby="words-try">
      <h2 id="words-try">{texts.tryOut.title}</h2>
      <Form
        method="post"
        replace
        className="decide"
        noValidate={hydrated}
        preventScrollReset
        onSubmit={(event) => sent && event.preventDefault()}
      >
        <input type="hidden" name="do" value="try" />
        <Field
          name="text"
          label={texts.tryOut.label}
          hint={texts.tryOut.hint}
          error={own?.is === 'not-tried' ? own.fault : null}
          defaultValue={own?.text ?? ''}
          maxLength={TRY_MAX}
          required
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <RadioGroup
          name="as"
          legend={texts.tryOut.as}
          options={(['text', 'name'] as const).map((value) => ({ value, label: texts.tryOut.kinds[value] }))}
          value={as}
          onChange={setAs}
        />
        <Button type="submit" variant="secondary" aria-disabled={sent || undefined}>
          {sent ? texts.busy : texts.tryOut.button}
        </Button>
        <div role="status">
          {own?.is === 'tried' && (
            <Note
              variant={own.kind === null ? 'good' : 'bad'}
              title={own.kind === null ? texts.tryOut.passes : texts.tryOut.refused(own.kind)}
            >
              <p>
                <code dir="auto">{own.text}</code>
              </p>
            </Note>
          )}
        </div>
      </Form>
    </section>
  );
}
