import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { ADJUSTMENTS, REASON_MAX } from '../../../wallet/schema.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { findInvalidField } from '../rules.ts';
import type { WalletAdjustmentResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './player-billing.css';

const words = texts.form;

type WalletAdjustmentFormProps = {
  canAdjust: boolean;
  /** Idempotency key of this form (AdminWallet). */ formKey: string;
  answer: WalletAdjustmentResult | undefined;
};

/** Grants or takes kiddocash, with a reason that the player can read. The key makes sure that a repeated submit counts once. */
export function WalletAdjustmentForm({ canAdjust, formKey, answer }: WalletAdjustmentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const pendingForm = usePendingForm();
  const [fieldError, setFieldError] = useState(() => toFieldError(answer));
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setFieldError(toFieldError(answer));
  }
  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  useSuccessToast(answer);
  if (!canAdjust) return <p className="muted">{words.own}</p>;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const invalidField = findInvalidField({ amount: text('amount'), reason: text('reason') });
    setFieldError(invalidField && { field: invalidField, error: invalidField === 'amount' ? words.wrongAmount : words.wrongReason });
    if (invalidField === null) return pendingForm.onSubmit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[name="${invalidField}"]`)?.focus();
  };
  const typed = answer && !answer.ok ? answer.typed : { amount: '', reason: '' };
  const errorFor = (field: 'amount' | 'reason') => (fieldError?.field === field ? fieldError.error : null);
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      <ResultNote answer={answer} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        name="amount"
        label={words.amount}
        hint={words.amountHint}
        error={errorFor('amount')}
        defaultValue={typed.amount}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,5}"
        autoComplete="off"
        maxLength={9}
        required
        onInput={() => setFieldError(null)}
      />
      <TextAreaField
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        error={errorFor('reason')}
        maxLength={REASON_MAX}
        defaultValue={typed.reason}
        required
        onInput={() => setFieldError(null)}
      />
      <div className="money-acts">
        {ADJUSTMENTS.map((each) => (
          <Button
            key={each}
            type="submit"
            name="do"
            value={each}
            variant={each === 'grant' ? 'primary' : 'danger'}
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === each ? words.busy : words[each]}
          </Button>
        ))}
      </div>
    </Form>
  );
}

type FieldError = { field: 'amount' | 'reason'; error: string } | null;

function toFieldError(answer: WalletAdjustmentResult | undefined): FieldError {
  return answer && !answer.ok && answer.field ? { field: answer.field, error: answer.error } : null;
}

function toSuccessMessage(answer: Extract<WalletAdjustmentResult, { ok: true }>): { title: string; text: string } {
  return answer.isNew ? words.done[answer.adjustment](answer.amount, answer.balance) : words.again(answer.balance);
}

/** The result: success is shown here only without JavaScript (a toast shows it otherwise), failures always. */
function ResultNote({ answer }: { answer: WalletAdjustmentResult | undefined }) {
  if (!answer) return null;
  if (answer.ok) {
    const done = toSuccessMessage(answer);
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
        <p>{answer.error}</p>
      </Note>
    </div>
  );
}

function useSuccessToast(answer: WalletAdjustmentResult | undefined): void {
  const toast = useToast();
  const shownFor = useRef<WalletAdjustmentResult>(undefined);
  useEffect(() => {
    if (!answer?.ok || shownFor.current === answer) return;
    shownFor.current = answer;
    toast(toSuccessMessage(answer));
  }, [answer, toast]);
}
