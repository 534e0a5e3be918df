import { useState } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { publicPath } from '../../check/schema.ts';
import { TEXTS_URL, urlForText, urlForVersions, type EditorResult, type EditorView, type TextAction } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoteForm } from './note-form.tsx';
import { NoteField } from './note-field.tsx';
import { TextDiff } from './text-diff.tsx';
import { TextFieldset } from './text-fields.tsx';
import { TextPreviewFrame } from './text-preview.tsx';
import { ProblemList } from './problem-list.tsx';
import { ShortField } from './short-field.tsx';
import { toToast } from './result-toast.ts';
import { useLivePreview } from './use-live-preview.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';
import './texts.css';

type EditorPageProps = { view: EditorView; answer: EditorResult | undefined };

/** Actions with a form of their own, which leave alone what is typed. */
const OTHERS: readonly TextAction[] = ['withdraw', 'keep', 'restore'];
/** What leaves nothing unsaved. */
const SAVING: readonly TextAction[] = ['save', 'publish', 'restore'];

/** A text for operators: the form, what it will look like, and what was shipped or saved by others since. */
export function EditorPage({ view, answer }: EditorPageProps) {
  const toast = toToast(answer);
  useResultToast(answer, toast);
  // Then the form begins anew, with another text.
  const isFresh = answer?.ok === true && answer.do === 'restore';
  return (
    <AdminLayout page="texts" title={texts.editorTitle(view.fields.title ?? '')} className="text-editor">
      <EditorLinks view={view} />
      <ResultNotice toast={toast} error={getPageError(answer)} />
      {answer?.ok && answer.do !== 'preview' && <ProblemList check={{ problems: [], warnings: answer.warnings }} />}
      <StatusNote view={view} />
      {view.newer !== null && <NewerPanel view={view} newer={view.newer} answer={answer} />}
      <EditorForm key={isFresh ? `fresh ${view.shown}` : 'typed'} view={view} answer={answer} />
      {view.canWithdraw && (
        <section className="panel" aria-labelledby="text-withdraw">
          <h2 id="text-withdraw">{texts.withdrawTitle}</h2>
          <p className="muted">{texts.withdrawText}</p>
          {view.deadLinksWithout.map((words) => (
            <p key={words} className="text-warning">
              {words}
            </p>
          ))}
          <NoteForm
            key={view.shown}
            shown={view.shown}
            answer={answer}
            actions={[{ do: 'withdraw', label: texts.withdraw, variant: 'danger' }]}
          />
        </section>
      )}
    </AdminLayout>
  );
}

function EditorLinks({ view: { kind, slug, status } }: { view: EditorView }) {
  const isThere = status !== 'none' && status !== 'withdrawn' && status !== 'planned';
  return (
    <p className="text-links">
      <Link className="see-all" to={TEXTS_URL}>
        <Icon icon="arrow-left" size="small" />
        {texts.allTexts}
      </Link>
      {isThere && (
        <Link className="link" to={publicPath(kind, slug)}>
          {texts.onSite}
        </Link>
      )}
      <Link className="link" to={urlForVersions(kind, slug)}>
        {texts.versions}
      </Link>
    </p>
  );
}

function StatusNote({ view: { status, plannedFor, brokenBecause, draft, updated, slug } }: { view: EditorView }) {
  const words = status === 'planned' ? texts.statusNow.planned(plannedFor ?? '') : texts.statusNow[status];
  return (
    <Note variant={status === 'broken' || status === 'unfit' ? 'bad' : 'plain'}>
      <p>
        <b>{words}</b> {draft && texts.draftBy(draft.by ?? texts.somebody, draft.at)}
      </p>
      {brokenBecause !== null && <p>{texts.brokenBecause(brokenBecause)}</p>}
      {updated !== null && <p>{texts.updated(updated)}</p>}
      {(slug === 'terms' || slug === 'privacy') && <p>{texts.mustTell}</p>}
    </Note>
  );
}

function NewerPanel({ view, newer, answer }: EditorPageProps & { newer: NonNullable<EditorView['newer']> }) {
  return (
    <section className="panel" aria-labelledby="text-newer">
      <h2 id="text-newer">{texts.newerTitle}</h2>
      <p className="muted">{texts.newerText}</p>
      <TextDiff lines={newer} label={texts.newerTitle} />
      <NoteForm
        shown={view.shown}
        answer={answer}
        actions={[
          { do: 'keep', label: texts.keep, variant: 'secondary' },
          { do: 'restore', label: texts.takeShipped, variant: 'soft' },
        ]}
      />
    </section>
  );
}

function EditorForm({ view, answer }: EditorPageProps) {
  const pendingForm = usePendingForm();
  const failure = answer && !answer.ok && !OTHERS.some((each) => each === answer.values['do']) ? answer : null;
  const previewed = answer?.ok && answer.do === 'preview' ? answer : null;
  const values = failure?.values ?? previewed?.values ?? view.fields;
  const conflict = failure?.conflict ?? null;
  const sent = failure?.values['shown'] ?? previewed?.values.shown;
  // The version that this form was made from: not what others saved since, which the page may already know.
  const [madeFrom, setMadeFrom] = useState({ answer, shown: conflict?.shown ?? Number(sent ?? view.shown), isDirty: sent !== undefined });
  if (madeFrom.answer !== answer) {
    const shown = answer?.ok === true && answer.do !== 'preview' ? answer.shown : (conflict?.shown ?? madeFrom.shown);
    setMadeFrom({ answer, shown, isDirty: madeFrom.isDirty && !(answer?.ok === true && SAVING.includes(answer.do)) });
  }
  const { check, isStale, onInput } = useLivePreview(
    `${urlForText(view.kind, view.slug)}/preview`,
    failure?.check ?? previewed?.check ?? view.check,
  );
  useUnsavedWarning(madeFrom.isDirty && pendingForm.action === null);
  const button = (action: TextAction, label: string, variant: 'primary' | 'secondary' | 'soft') => (
    <Button type="submit" name="do" value={action} variant={variant} aria-disabled={pendingForm.action !== null || undefined}>
      {pendingForm.action === action ? texts.busy : label}
    </Button>
  );
  return (
    <div className="text-columns">
      <Form
        method="post"
        encType="multipart/form-data"
        replace
        preventScrollReset
        className="panel decide text-form"
        noValidate
        onSubmit={pendingForm.onSubmit}
        onInput={(event) => {
          if (!madeFrom.isDirty) setMadeFrom({ ...madeFrom, isDirty: true });
          onInput(event.currentTarget);
        }}
      >
        {conflict && (
          <div role="alert" className="text-conflict">
            <Note variant="bad" title={texts.conflictTitle}>
              <p>{texts.conflictText(conflict.by ?? texts.somebody, conflict.at)}</p>
            </Note>
            {conflict.diff.length > 0 && <TextDiff lines={conflict.diff} label={texts.conflictTitle} />}
          </div>
        )}
        <input type="hidden" name="shown" value={madeFrom.shown} />
        <TextFieldset view={view} values={values} errors={failure?.fieldErrors ?? {}} />
        <ProblemList check={check} />
        {check.isShort && (
          <ShortField
            error={failure?.fieldErrors['short'] ?? null}
            isTicked={(failure?.values['short'] ?? previewed?.values.short) === 'yes'}
          />
        )}
        <NoteField
          key={answer?.ok === true && answer.do === 'publish' ? answer.shown : 'note'}
          error={failure?.fieldErrors['note'] ?? null}
          defaultValue={failure?.values['note'] ?? previewed?.values.note ?? ''}
        />
        <div className="text-acts">
          {button('publish', texts.publish, 'primary')}
          {button('save', texts.save, 'secondary')}
          {button('preview', texts.showPreview, 'soft')}
        </div>
      </Form>
      <section className="text-side" aria-labelledby="text-preview">
        <h2 id="text-preview">{texts.previewTitle}</h2>
        <div role="status">{isStale && <p className="muted">{texts.previewStale}</p>}</div>
        <TextPreviewFrame preview={check.preview} />
      </section>
    </div>
  );
}

/** An error that no field shows. */
function getPageError(answer: EditorResult | undefined): { title: string; text: string } | null {
  if (!answer || answer.ok) return null;
  if (answer.conflict) {
    const { by, at, diff } = answer.conflict;
    // The form of the text shows its own.
    return diff.length > 0 ? null : { title: texts.conflictTitle, text: texts.conflictPressed(by ?? texts.somebody, at) };
  }
  if (answer.error === null && Object.keys(answer.fieldErrors).length > 0) return null;
  const problems = OTHERS.some((each) => each === answer.values['do']) ? (answer.check?.problems ?? []) : [];
  return {
    title: texts.failedTitle,
    text: [answer.error ?? texts.failed, ...problems.map(({ line, message }) => texts.problem(line, message))].join(' '),
  };
}
