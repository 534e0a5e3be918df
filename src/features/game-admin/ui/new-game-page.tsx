import { Form, Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { GAMES_PATH } from '../listing/schema.ts';
import { ZIP_ADDRESS_MAX, type AddGameResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoteField } from './form-fields.tsx';
import './game-admin.css';

const words = texts.addPage;

/** The form that adds a game from a zip file, or from the address of one. */
export function NewGamePage({ answer }: { answer: AddGameResult | undefined }) {
  const pendingForm = usePendingForm();
  const failure = answer && !answer.ok ? answer : null;
  const error =
    failure && Object.keys(failure.fieldErrors).length === 0 ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null;
  return (
    <AdminLayout page="games" title={words.title} lead={words.lead} className="game-admin">
      <p>
        <Link className="link case-link" to={GAMES_PATH}>
          {texts.back}
        </Link>
      </p>
      <Form method="post" encType="multipart/form-data" replace className="panel decide game-admin-narrow" onSubmit={pendingForm.onSubmit}>
        <ResultNotice error={error} />
        <Field
          name="file"
          type="file"
          className="game-file"
          label={words.file}
          hint={words.fileHint}
          accept=".zip,application/zip"
          error={failure?.fieldErrors['file'] ?? null}
        />
        <Field
          name="address"
          // Not of type url: what is wrong with it, and what to do, our own words say better.
          inputMode="url"
          label={words.address}
          hint={words.addressHint}
          maxLength={ZIP_ADDRESS_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={failure?.values['address'] ?? ''}
          error={failure?.fieldErrors['address'] ?? null}
        />
        <Field
          name="title"
          label={words.gameTitle}
          hint={words.gameTitleHint}
          maxLength={120}
          autoComplete="off"
          defaultValue={failure?.values['title'] ?? ''}
          error={failure?.fieldErrors['title'] ?? null}
        />
        <NoteField error={failure?.fieldErrors['note'] ?? null} defaultValue={failure?.values['note'] ?? ''} />
        <div className="decide-acts">
          <Button type="submit" variant="primary" aria-disabled={pendingForm.action !== null || undefined}>
            {pendingForm.action === null ? words.button : texts.busy}
          </Button>
        </div>
      </Form>
    </AdminLayout>
  );
}
