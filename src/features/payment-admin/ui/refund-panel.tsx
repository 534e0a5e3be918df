import { useState } from 'react';
import { Form } from 'react-router';
import { formatMinor } from '../../../shared/money.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { SelectField } from '../../../web/kit/select.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { ProofField } from '../../../web/kit/proof-field.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import type { RefundEffects } from '../../subscriptions/refund-requests/schema.ts';
import { REFUND_REASONS } from '../../subscriptions/refunds/schema.ts';
import type { Price } from '../../subscriptions/schema.ts';
import type { PaymentActionResult, RefundResult, RefundView } from '../schema.ts';
import { texts } from '../texts.ts';

const words = texts.refund;

type RefundPanelProps = {
  refund: RefundView;
  /** Where the mail about it goes; null if the account is deleted. */
  address: string | null;
  answer: PaymentActionResult | undefined;
};

/** What a refund takes back, and the form that asks for it; or why there is none. */
export function RefundPanel({ refund, address, answer }: RefundPanelProps) {
  const { obstacle, left, effects } = refund;
  const failure = answer && !answer.ok ? answer : null;
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  return (
    <section className="panel payment-refund" aria-labelledby="payment-refund">
      <h2 id="payment-refund">{words.title}</h2>
      <ResultNotice error={failure && !hasFieldErrors ? { title: words.failedTitle, text: failure.error ?? words.failed } : null} />
      {obstacle !== null && <p>{texts.obstacles[obstacle]}</p>}
      {left !== null && effects !== null && (
        <>
          <Effects effects={effects} left={left} isHeld={refund.isWholeOnly} address={address} />
          <RefundForm refund={refund} left={left} failure={failure} />
        </>
      )}
    </section>
  );
}

function Effects({ effects, left, isHeld, address }: { effects: RefundEffects; left: Price; isHeld: boolean; address: string | null }) {
  const { premium, kiddocash, stopsRenewal, notifiesPayer, guardian } = effects;
  const lines = [
    premium && words.premium(premium.now, premium.after),
    kiddocash && words.kiddocash(kiddocash.given, kiddocash.taken),
    stopsRenewal ? words.stopsRenewal : null,
  ].filter((line) => line !== null);
  return (
    <div className="payment-effects">
      <p>
        <b>{words.effects(left)}</b>
      </p>
      <ul>
        {lines.length === 0 && <li>{words.nothing}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{notifiesPayer && address !== null ? words.mail(address, isHeld) : words.noMail}</p>
      {guardian !== null && <p>{words.guardian[guardian]}</p>}
      <p>{isHeld ? words.whole : words.part}</p>
      <p className="muted">{words.when}</p>
    </div>
  );
}

type RefundFormProps = { refund: RefundView; left: Price; failure: Extract<RefundResult, { ok: false }> | null };

function RefundForm({ refund: { proof, isWholeOnly }, left, failure }: RefundFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<RefundFormProps['failure']>(null);
  const errors = failure !== null && changedSince !== failure ? failure.fieldErrors : {};
  const onInput = () => setChangedSince(failure);
  const { values = {} } = failure ?? {};
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
      <input type="hidden" name="left" value={left.minor} />
      <Field
        name="amount"
        label={words.amount(left.currency)}
        hint={words.amountHint(left)}
        error={errors['amount'] ?? null}
        defaultValue={values['amount'] ?? formatMinor(left.minor)}
        readOnly={isWholeOnly}
        inputMode="decimal"
        autoComplete="off"
        required
        onInput={onInput}
      />
      <SelectField
        name="reason"
        label={words.reason}
        placeholder={words.chooseReason}
        options={REFUND_REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
        defaultValue={values['reason'] ?? ''}
        error={errors['reason'] ?? null}
        onChange={onInput}
      />
      <TextAreaField
        name="note"
        label={words.note}
        hint={words.noteHint}
        error={errors['note'] ?? null}
        defaultValue={values['note'] ?? ''}
        maxLength={NOTE_MAX}
        required
        onInput={onInput}
      />
      <ProofField proof={proof} error={errors[proof] ?? null} required onInput={onInput} />
      <div className="decide-acts">
        <Button type="submit" name="do" value="refund" variant="danger" multiline aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === null ? words.button : words.busy}
        </Button>
      </div>
    </Form>
  );
}
