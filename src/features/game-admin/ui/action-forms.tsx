import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import type { GameAction, GameActionResult, GameEditView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ProofField } from '../../../web/kit/proof-field.tsx';
import { NoteField } from './form-fields.tsx';

type ActionFormProps = { action: Exclude<GameAction, 'edit'>; view: GameEditView; answer: GameActionResult | undefined };

const ACCEPT = { files: '.zip,application/zip', cover: 'image/jpeg,image/png,image/webp' } as const;
const VARIANTS = { files: 'secondary', cover: 'secondary', show: 'primary', hide: 'danger', remove: 'danger' } as const;

/** Everything else that is done to a game, each with a reason: new files or a cover, showing, hiding and removing it. */
export function ActionForm({ action, view, answer }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const failure = answer && !answer.ok && answer.values['do'] === action ? answer : null;
  const errorOf = (field: string) => failure?.fieldErrors[field] ?? null;
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  const words = texts.forms[action];
  const isUpload = action === 'files' || action === 'cover';
  useEffect(() => {
    if (answer?.ok && answer.do === action) form.current?.reset();
  }, [answer, action]);
  return (
    <section className="panel game-admin-action" aria-labelledby={`game-${action}`}>
      <details open={failure !== null || action === 'show'}>
        <summary>
          <h2 id={`game-${action}`}>{words.title}</h2>
          <Icon icon="chevron-down" />
        </summary>
        <Form
          ref={form}
          method="post"
          replace
          preventScrollReset
          className="decide"
          encType={isUpload ? 'multipart/form-data' : undefined}
          onSubmit={pendingForm.onSubmit}
        >
          <ResultNotice error={failure && !hasFieldErrors ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null} />
          <p className="muted">{action === 'files' ? `${words.lead} ${describeFiles(view)}` : words.lead}</p>
          {isUpload && (
            <>
              <input type="hidden" name="filesVersion" value={view.filesVersion} />
              <Field
                name="file"
                type="file"
                className="game-file"
                label={texts.forms[action].label}
                accept={ACCEPT[action]}
                error={errorOf('file')}
                required
              />
            </>
          )}
          <NoteField error={errorOf('note')} defaultValue={failure?.values['note'] ?? ''} />
          {action === 'remove' && <ProofField proof={view.proof} error={errorOf(view.proof)} required />}
          <div className="decide-acts">
            <Button
              type="submit"
              name="do"
              value={action}
              variant={VARIANTS[action]}
              multiline
              aria-disabled={pendingForm.action !== null || undefined}
            >
              {pendingForm.action === action ? texts.busy : words.button}
            </Button>
          </div>
        </Form>
      </details>
    </section>
  );
}

/** How large the game is now, or where its files are. */
function describeFiles({ files }: GameEditView): string {
  if (files.isElsewhere) return texts.elsewhereNote;
  return files.bytes === null ? '' : texts.size(files.bytes);
}
