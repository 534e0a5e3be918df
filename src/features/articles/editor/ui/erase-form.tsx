import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { ProofField } from '../../../../web/kit/proof-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import type { ActionResult } from '../../../../shared/action-result.ts';
import type { VersionsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoteField } from './note-field.tsx';

type EraseFormProps = {
  version: number;
  proof: VersionsView['proof'];
  answer: ActionResult | undefined;
};

/** Erases the words of a version, with a note and the second step. */
export function EraseForm({ version, proof, answer }: EraseFormProps) {
  const pendingForm = usePendingForm();
  const failure = answer && !answer.ok && answer.values['do'] === 'erase' ? answer : null;
  const [changedSince, setChangedSince] = useState<typeof failure>(null);
  const proofError = failure !== null && changedSince !== failure ? (failure.fieldErrors[proof] ?? null) : null;
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
      <p>{texts.erasure.text}</p>
      <input type="hidden" name="version" value={version} />
      <NoteField error={failure?.fieldErrors['note'] ?? null} defaultValue={failure?.values['note'] ?? ''} hint={texts.erasure.noteHint} />
      <ProofField proof={proof} error={proofError} required onInput={() => setChangedSince(failure)} />
      <div className="text-acts">
        <Button type="submit" name="do" value="erase" variant="danger" multiline aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === null ? texts.erasure.button : texts.busy}
        </Button>
      </div>
    </Form>
  );
}
