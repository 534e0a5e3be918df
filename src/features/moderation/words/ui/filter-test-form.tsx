import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { RadioGroup } from '../../../../web/kit/radio-group.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TEST_TEXT_MAX, type WordsResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';

/** Tests a text or a name against the current filter. The text is not stored. */
export function FilterTestForm({ answer }: { answer: WordsResult | undefined }) {
  const hydrated = useHydrated();
  const tested = answer?.ok && answer.action === 'try' ? answer : null;
  const failure = answer && !answer.ok && answer.values.do === 'try' ? answer : null;
  const submitted = tested ?? failure?.values;
  const [as, setAs] = useState<'text' | 'name'>(submitted?.as === 'name' ? 'name' : 'text');
  const isPending = useNavigation().formData?.get('do') === 'try';
  return (
    <section className="panel" aria-labelledby="words-try">
      <h2 id="words-try">{texts.filterTest.title}</h2>
      <Form
        method="post"
        replace
        className="decide"
        noValidate={hydrated}
        preventScrollReset
        onSubmit={(event) => isPending && event.preventDefault()}
      >
        <input type="hidden" name="do" value="try" />
        <Field
          name="text"
          label={texts.filterTest.label}
          hint={texts.filterTest.hint}
          error={failure && (failure.fieldErrors.text ?? failure.error)}
          defaultValue={submitted?.text ?? ''}
          maxLength={TEST_TEXT_MAX}
          required
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <RadioGroup
          name="as"
          legend={texts.filterTest.as}
          options={(['text', 'name'] as const).map((value) => ({ value, label: texts.filterTest.kinds[value] }))}
          value={as}
          onChange={setAs}
        />
        <Button type="submit" variant="secondary" multiline aria-disabled={isPending || undefined}>
          {isPending ? texts.busy : texts.filterTest.button}
        </Button>
        <div role="status">
          {tested && (
            <Note
              variant={tested.category === null ? 'good' : 'bad'}
              title={tested.category === null ? texts.filterTest.passes : texts.filterTest.refused(tested.category)}
            >
              <p>
                <code dir="auto">{tested.text}</code>
              </p>
              {tested.classifiedFor && <p>{texts.filterTest.classified(tested.classifiedFor)}</p>}
              {tested.help && <p>{texts.filterTest.help(tested.help)}</p>}
            </Note>
          )}
        </div>
      </Form>
    </section>
  );
}
