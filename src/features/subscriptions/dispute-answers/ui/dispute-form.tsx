import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { ProofField } from '../../../../web/kit/proof-field.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { STATEMENT_MAX, type DisputeAnswerKind, type DisputeResult, type DisputeView } from '../../disputes/schema.ts';
import { texts } from '../texts.ts';

type DisputeFormProps = { kind: DisputeAnswerKind; view: DisputeView; answer: DisputeResult | undefined };

/** One of the two answers to a dispute, with its reason and the second step. */
export function DisputeForm({ kind, view, answer }: DisputeFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<DisputeResult>();
  const failure = answer && !answer.ok && answer.values['do'] === kind ? answer : null;
  const errors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const onInput = () => setChangedSince(answer);
  const words = texts.forms[kind];
  const refunded = view.evidence?.refunded ?? null;
  const left = { minor: refunded?.leftMinor ?? 0, currency: view.evidence?.payment.price.currency ?? '' };
  return (
    <section className="panel" aria-labelledby={`dispute-${kind}`}>
      <h2 id={`dispute-${kind}`}>{words.title}</h2>
      <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
        <p className="muted">{words.lead}</p>
        {refunded && <p>{kind === 'contest' ? texts.contestRefunded : texts.acceptPart(left)}</p>}
        {kind === 'contest' && (
          <TextAreaField
            name="statement"
            label={texts.statement}
            hint={texts.statementHint}
            maxLength={STATEMENT_MAX}
            defaultValue={failure?.values['statement'] ?? view.suggestion}
            error={errors['statement'] ?? null}
            required
            onInput={onInput}
          />
        )}
        {kind === 'contest' && <p className="muted">{texts.statementFile}</p>}
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values['note'] ?? ''}
          error={errors['note'] ?? null}
          required
          onInput={onInput}
        />
        <ProofField proof={view.proof} error={errors[view.proof] ?? null} required onInput={onInput} />
        <div className="decide-acts">
          <Button
            type="submit"
            name="do"
            value={kind}
            variant={kind === 'accept' ? 'danger' : 'primary'}
            multiline
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === kind ? texts.busy : words.button}
          </Button>
        </div>
      </Form>
    </section>
  );
}
