import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { ADJUSTMENTS, REASON_MAX } from '../schema.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { findInvalidField } from '../admin/rules.ts';
import type { WalletAdjustmentResult } from '../admin/schema.ts';
import { texts } from '../admin/texts.ts';
import '../../../web/staff.css';
import '../../subscriptions/admin/ui/player-billing.css';

type WalletAdjustmentFormProps = {
  canAdjust: boolean;
  /** Idempotency key of this form (AdminWallet). */ formKey: string;
  answer: WalletAdjustmentResult | undefined;
};

/** Grants or takes kiddocash, with a reason that the player can read. The key makes sure that a repeated submit counts once. */
export function WalletAdjustmentForm({ canAdjust, formKey, answer }: WalletAdjustmentFormProps) {
  const hydrated = useHydrated();
  const pendingForm = usePendingForm();
  const { form, fieldErrors, values, onSubmit, onInput } = useAdjustmentFields(answer, pendingForm.onSubmit);
  const toast = answer?.ok ? toSuccessMessage(answer) : null;
  useResultToast(answer, toast);
  if (!canAdjust) return <p className="muted">{texts.own}</p>;
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      <ResultNotice toast={toast} error={getFormError(answer)} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        name="amount"
        label={texts.amount}
        hint={texts.amountHint}
        error={fieldErrors.amount ?? null}
        defaultValue={values.amount ?? ''}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,5}"
        autoComplete="off"
        maxLength={9}
        required
        onInput={onInput}
      />
      <TextAreaField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        error={fieldErrors.reason ?? null}
        maxLength={REASON_MAX}
        defaultValue={values.reason ?? ''}
        required
        onInput={onInput}
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
            {pendingForm.action === each ? texts.busy : texts[each]}
          </Button>
        ))}
      </div>
    </Form>
  );
}

type FieldErrors = Partial<Record<string, string>>;

/** The fields' errors and values: those of the last result, until something is typed or submitted. */
function useAdjustmentFields(answer: WalletAdjustmentResult | undefined, send: (event: FormEvent<HTMLFormElement>) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useState(() => toFieldErrors(answer));
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setFieldErrors(toFieldErrors(answer));
  }
  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const invalidField = findInvalidField({ amount: text('amount'), reason: text('reason') });
    if (invalidField === null) {
      setFieldErrors({});
      return send(event);
    }
    setFieldErrors({ [invalidField]: invalidField === 'amount' ? texts.wrongAmount : texts.wrongReason });
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[name="${invalidField}"]`)?.focus();
  };
  return { form, fieldErrors, values: answer && !answer.ok ? answer.values : {}, onSubmit, onInput: () => setFieldErrors({}) };
}

/** A balance that is too low is shown as an error of the amount. */
function toFieldErrors(answer: WalletAdjustmentResult | undefined): FieldErrors {
  if (!answer || answer.ok) return {};
  return answer.code === 'not-available' ? { amount: texts.tooMuch } : answer.fieldErrors;
}

function toSuccessMessage(answer: Extract<WalletAdjustmentResult, { ok: true }>): { title: string; text: string } {
  return answer.isNew ? texts.done[answer.adjustment](answer.amount, answer.balance) : texts.again(answer.balance);
}

/** The error that no field shows. */
function getFormError(answer: WalletAdjustmentResult | undefined): { title: string; text: string } | null {
  if (!answer || answer.ok || Object.keys(toFieldErrors(answer)).length > 0) return null;
  return { title: texts.failedTitle, text: texts.failed };
}
