import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import type { EditorResult, TextAction } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoteField } from './note-field.tsx';
import { ShortField } from './short-field.tsx';

type NoteFormProps = {
  /** The newest version that the page knows. */
  shown: number;
  /** The version to go back to; without it, the shipped text. */
  version?: number;
  /** What it would show is much shorter than the shipped text. */
  isShort?: boolean;
  answer: EditorResult | undefined;
  actions: { do: TextAction; label: string; variant: 'primary' | 'secondary' | 'soft' | 'danger' }[];
};

/** What takes nothing but a note: withdrawing, keeping, going back. */
export function NoteForm({ shown, version, isShort = false, answer, actions }: NoteFormProps) {
  const pendingForm = usePendingForm();
  const failure = answer && !answer.ok && actions.some((each) => each.do === answer.values['do']) ? answer : null;
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
      <input type="hidden" name="shown" value={failure?.conflict?.shown ?? shown} />
      <input type="hidden" name="version" value={version ?? 0} />
      {isShort && <ShortField error={failure?.fieldErrors['short'] ?? null} isTicked={failure?.values['short'] === 'yes'} />}
      <NoteField error={failure?.fieldErrors['note'] ?? null} defaultValue={failure?.values['note'] ?? ''} />
      <div className="text-acts">
        {actions.map((action) => (
          <Button
            key={action.do}
            type="submit"
            name="do"
            value={action.do}
            variant={action.variant}
            multiline
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === action.do ? texts.busy : action.label}
          </Button>
        ))}
      </div>
    </Form>
  );
}
