import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { WordsField } from '../../../moderation/people/ui/words-field.tsx';
import { ADJUSTMENTS, REASON_MAX } from '../../../wallet/schema.ts';
import { usePendingForm } from '../../../../web/use-one-press.ts';
import { wrongField } from '../rules.ts';
import type { MoneyAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

const words = texts.form;

type MoneyFormProps = {
  canAdjust: boolean;
  /** Names what this form does (WalletCase). */ formKey: string;
  answer: MoneyAnswer | undefined;
};

/** Grants or takes kiddocash, with a reason that the player reads. Sent twice, it counts once: the key says so. */
export function MoneyForm({ canAdjust, formKey, answer }: MoneyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const press = usePendingForm();
  const [wrong, setWrong] = useState(() => wrongIn(answer));
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    setWrong(wrongIn(answer));
  }
  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  useDoneToast(answer);
  if (!canAdjust) return <p className="muted">{words.own}</p>;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const found = wrongField({ amount: text('amount'), reason: text('reason') });
    setWrong(found && { field: found, fault: found === 'amount' ? words.wrongAmount : words.wrongReason });
    if (found === null) return press.onSubmit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[name="${found}"]`)?.focus();
  };
  const typed = answer && !answer.ok ? answer.typed : { amount: '', reason: '' };
  const faultOf = (field: 'amount' | 'reason') => (wrong?.field === field ? wrong.fault : null);
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      <Answered answer={answer} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        name="amount"
        label={words.amount}
        hint={words.amountHint}
        error={faultOf('amount')}
        defaultValue={typed.amount}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,5}"
        autoComplete="off"
        maxLength={9}
        required
        onInput={() => setWrong(null)}
      />
      <WordsField
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        fault={faultOf('reason')}
        maxLength={REASON_MAX}
        typed={typed.reason}
        required
        onInput={() => setWrong(null)}
      />
      <div className="money-acts">
        {ADJUSTMENTS.map((each) => (
          <Button
            key={each}
            type="submit"
            name="do"
            value={each}
            variant={each === 'grant' ? 'primary' : 'danger'}
            aria-disabled={press.action !== null || undefined}
          >
            {press.action === each ? words.busy : words[each]}
          </Button>
        ))}
      </div>
    </Form>
  );
}

type Wrong = { field: 'amount' | 'reason'; fault: string } | null;

function wrongIn(answer: MoneyAnswer | undefined): Wrong {
  return answer && !answer.ok && answer.field ? { field: answer.field, fault: answer.fault } : null;
}

function doneWords(answer: Extract<MoneyAnswer, { ok: true }>): { title: string; text: string } {
  return answer.isNew ? words.done[answer.deed](answer.amount, answer.balance) : words.again(answer.balance);
}

/** What became of it, for who has no script; what failed as such, for everybody. */
function Answered({ answer }: { answer: MoneyAnswer | undefined }) {
  if (!answer) return null;
  if (answer.ok) {
    const done = doneWords(answer);
    return (
      <noscript>
        <Note variant="good" title={done.title}>
          <p>{done.text}</p>
        </Note>
      </noscript>
    );
  }
  if (answer.field !== null) return null;
  return (
    <div role="alert">
      <Note variant="bad" title={words.failedTitle}>
        <p>{answer.fault}</p>
      </Note>
    </div>
  );
}

function useDoneToast(answer: MoneyAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<MoneyAnswer>(undefined);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    toast(doneWords(answer));
  }, [answer, toast]);
}
