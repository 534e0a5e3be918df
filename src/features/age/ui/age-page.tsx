import { useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import { urlWithParams } from '../../accounts/ui/url-with-params.ts';
import { AGE_PATH, type AgeAnswerResult, type AgeQuestion } from '../schema.ts';
import { texts } from '../texts.ts';
import { BirthFields } from './birth-fields.tsx';
import './age.css';

/** The question for the month of birth: nothing is chosen, and nothing says what an answer opens. */
export function AgePage({ question, answer }: { question: AgeQuestion; answer: AgeAnswerResult | undefined }) {
  const { question: words, failed } = texts;
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const isBusy = pendingForm.of('month') !== null;
  const [changedSince, setChangedSince] = useState<AgeAnswerResult>();
  const failure = answer && !answer.ok ? answer : null;
  const fieldErrors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  useEffect(() => {
    if (answer && !answer.ok) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return (
    <div className="wrap section">
      <div className="panel age">
        <h1>{words.title}</h1>
        <Form
          ref={form}
          method="post"
          action={urlWithParams(AGE_PATH, { returnUrl: question.returnPath })}
          replace
          className="age-form"
          noValidate
          onSubmit={pendingForm.onSubmit}
        >
          <ResultNotice error={failure?.error ? { title: failed.title, text: failure.error } : null} />
          {question.returnPath !== null && <input type="hidden" name="returnUrl" value={question.returnPath} />}
          <BirthFields
            years={question.years}
            values={failure?.values ?? {}}
            fieldErrors={fieldErrors}
            onChange={() => setChangedSince(answer)}
          />
          <p>{words.lead}</p>
          <Button type="submit" variant="primary" size="lg" block aria-disabled={isBusy || undefined}>
            {isBusy ? words.busy : words.submit}
          </Button>
        </Form>
        {/* A whole page load: a navigation would not ask again whether the question is open. */}
        <p className="age-links">
          <Link className="link" to="/privacy" reloadDocument>
            {words.privacy}
          </Link>
          <Link className="link" to={GET_HELP_PATH} reloadDocument>
            {words.help}
          </Link>
        </p>
      </div>
    </div>
  );
}
