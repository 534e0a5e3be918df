import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import { SelectField } from '../../../../web/kit/select.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { BUYING_CHOICES, CHAT_CHOICES, RELATIONS, type AgreementResult, type AgreementView } from '../../schema.ts';
import { AGREEMENT_VERSION } from '../rules.ts';
import type { AgreementField, AgreementTexts } from '../texts.ts';
import { ChoiceGroup, FieldError } from './choice-group.tsx';

/** In the order of the page. */
const FIELDS = ['chat', 'buying', 'sum', 'relation', 'isAdult', 'mayDecide'] as const satisfies AgreementField[];
const CHECKS = ['isAdult', 'mayDecide'] as const;

type AgreementFormProps = { view: AgreementView; words: AgreementTexts; answer: AgreementResult | undefined };

/** What a guardian chooses and says of themselves: nothing is chosen beforehand, unless they have agreed and change it. */
export function AgreementForm({ view, words, answer }: AgreementFormProps) {
  const { buttons, guardian } = words;
  const isChange = view.state === 'given';
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const [mended, setMended] = useState<{ answer: AgreementResult | undefined; names: string[] }>({ answer, names: [] });
  const failure = answer && !answer.ok ? answer : null;
  const errorOf = (name: AgreementField): string | null =>
    (mended.answer === answer && mended.names.includes(name) ? null : failure?.fieldErrors[name]) ?? null;
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setMended((before) => ({ answer, names: [...(before.answer === answer ? before.names : []), name] }));
  };
  useEffect(() => {
    if (failure !== null) focusFirstError(form.current);
  }, [failure]);
  const initial = getInitialValues(view, failure);
  const isPending = pendingForm.action !== null || undefined;
  const wrong = FIELDS.filter((name) => errorOf(name) !== null);
  const relations = RELATIONS.map((value) => ({ value, label: guardian.relations[value] }));
  return (
    <Form
      ref={form}
      method="post"
      replace
      preventScrollReset
      className="agreement-form"
      noValidate
      onSubmit={pendingForm.onSubmit}
      onInput={onInput}
    >
      <input type="hidden" name="lang" value={view.language} />
      {/* Of the texts that this page was made from, which may be older than those of the server that answers. */}
      <input type="hidden" name="textVersion" value={AGREEMENT_VERSION} />
      {wrong.length > 0 && (
        <div className="note bad" role="alert">
          <b>{words.errorsTitle}</b>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#agreement-${name}`}>{errorOf(name)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <section className="panel" aria-labelledby="agreement-step-chat">
        <h2 id="agreement-step-chat">{words.steps.chat}</h2>
        <ChoiceGroup
          id="agreement-chat"
          name="chat"
          labelledBy="agreement-step-chat"
          options={CHAT_CHOICES.map((value) => ({ value, ...words.chat[value] }))}
          initial={initial.chat}
          error={errorOf('chat')}
        />
      </section>
      <section className="panel" aria-labelledby="agreement-step-buying">
        <h2 id="agreement-step-buying">{words.steps.buying}</h2>
        <p className="mail-link-small">
          {words.buying.lead} {view.prices.premium !== null && `${words.buying.price(view.prices.premium)} `}
          {words.buying.renewal}
        </p>
        <ChoiceGroup
          id="agreement-buying"
          name="buying"
          labelledBy="agreement-step-buying"
          options={BUYING_CHOICES.map((value) => ({
            value,
            ...words.buying[value],
            children: value === 'up-to-a-sum' && (
              <div id="agreement-sum" className="agreement-sum">
                <Field
                  name="sum"
                  label={words.buying.sum}
                  hint={words.buying.sumHint}
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={initial.sum}
                  error={errorOf('sum')}
                />
              </div>
            ),
          }))}
          initial={initial.buying}
          error={errorOf('buying')}
        />
      </section>
      <section className="panel" aria-labelledby="agreement-step-guardian">
        <h2 id="agreement-step-guardian">{words.steps.guardian}</h2>
        <div id="agreement-relation">
          <SelectField
            name="relation"
            label={guardian.relation}
            placeholder={guardian.choose}
            options={relations}
            defaultValue={initial.relation}
            error={errorOf('relation')}
          />
        </div>
        <p>{guardian.pictures}</p>
        {CHECKS.map((name) => (
          <div key={name} className="agreement-check">
            <FieldError id={`agreement-${name}-error`} error={errorOf(name)} />
            <Checkbox
              id={`agreement-${name}`}
              name={name}
              label={guardian[name]}
              defaultChecked={initial[name]}
              required
              aria-invalid={errorOf(name) ? true : undefined}
              aria-describedby={errorOf(name) ? `agreement-${name}-error` : undefined}
            />
          </div>
        ))}
      </section>
      <div className="agreement-buttons">
        <Button type="submit" name="do" value="agree" variant="secondary" size="lg" block aria-disabled={isPending}>
          {pendingForm.action === 'agree' ? buttons.busy : isChange ? buttons.change : buttons.agree}
        </Button>
        {isChange ? null : (
          <>
            <p>{words.afterAgreeing}</p>
            {view.state === 'open' && (
              <>
                <Button type="submit" name="do" value="refuse" size="lg" block aria-disabled={isPending}>
                  {pendingForm.action === 'refuse' ? buttons.busy : buttons.refuse}
                </Button>
                <p>{words.afterRefusing}</p>
              </>
            )}
          </>
        )}
      </div>
    </Form>
  );
}

/** What stands in the fields at first: what was sent and refused, or what holds. */
function getInitialValues({ state, choices, relation }: AgreementView, failure: Extract<AgreementResult, { ok: false }> | null) {
  const isRefused = failure !== null && (FIELDS.some((name) => failure.values[name]) || Object.keys(failure.fieldErrors).length > 0);
  const sent = isRefused ? failure.values : null;
  const isGiven = state === 'given';
  return {
    chat: sent ? (sent['chat'] ?? null) : (choices?.chat ?? null),
    buying: sent ? (sent['buying'] ?? null) : (choices?.buying ?? null),
    sum: sent ? (sent['sum'] ?? '') : (choices?.sum?.toString() ?? ''),
    relation: sent ? (sent['relation'] ?? '') : (relation ?? ''),
    isAdult: sent ? Boolean(sent['isAdult']) : isGiven,
    mayDecide: sent ? Boolean(sent['mayDecide']) : isGiven,
  };
}

function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid]');
  (first?.matches('[role=radiogroup]') ? first.querySelector('input') : first)?.focus();
}
