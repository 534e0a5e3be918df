import { Link } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { urlForText, urlForVersions, type EditorResult, type EraseResult, type VersionItem, type VersionsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { EraseForm } from './erase-form.tsx';
import { NoteForm } from './note-form.tsx';
import { ProblemList } from './problem-list.tsx';
import { toToast } from './result-toast.ts';
import { TextDiff } from './text-diff.tsx';
import { TextPreviewFrame } from './text-preview.tsx';
import './texts.css';

type VersionsPageProps = { view: VersionsView; answer: EditorResult | EraseResult | undefined };

/** The versions of a text: who, when and why; what each has, what would change, and the way back to it. */
export function VersionsPage({ view, answer }: VersionsPageProps) {
  const toast = toToast(answer);
  useResultToast(answer, toast);
  const { kind, slug, title, selected } = view;
  return (
    <AdminLayout page="texts" title={texts.versionsTitle(texts.editorTitle(title))}>
      <p className="text-links">
        <Link className="see-all" to={urlForText(kind, slug)} reloadDocument>
          <Icon icon="arrow-left" size="small" />
          {texts.back}
        </Link>
      </p>
      <ResultNotice toast={toast} error={getError(answer)} />
      {answer?.ok && answer.do === 'restore' && <ProblemList check={{ problems: [], warnings: answer.warnings }} />}
      {selected === null ? (
        <VersionList view={view} />
      ) : (
        <div className="text-columns">
          <div className="text-kinds">
            <SelectedVersion view={view} selected={selected} answer={answer} />
            <VersionList view={view} />
          </div>
          <section className="text-side" aria-labelledby="text-preview">
            <h2 id="text-preview">{texts.previewTitle}</h2>
            <TextPreviewFrame preview={selected.preview} />
          </section>
        </div>
      )}
    </AdminLayout>
  );
}

function VersionList({ view }: { view: VersionsView }) {
  const { versions, selected, hasShipped, isShippedNow } = view;
  return (
    <>
      {versions.length === 0 && <p className="muted">{texts.noVersions}</p>}
      <ul className="panel text-versions">
        {versions.map((version) => (
          <VersionRow key={version.number} view={view} version={version} />
        ))}
        {hasShipped && (
          <li aria-current={selected?.number === 0 || undefined}>
            <p>
              <b>{texts.shippedVersion}</b> {isShippedNow && <span className="state-pill resolved">{texts.now}</span>}
            </p>
            <VersionLink view={view} number={0} name={texts.shippedVersion} />
          </li>
        )}
      </ul>
    </>
  );
}

function VersionRow({ view, version: { number, state, by, at, note, isNow, erased } }: { view: VersionsView; version: VersionItem }) {
  return (
    <li aria-current={view.selected?.number === number || undefined}>
      <p>
        <b>{texts.version(number)}</b>{' '}
        <span className={`state-pill ${isNow ? 'resolved' : state === 'draft' ? 'new' : ''}`}>
          {isNow ? texts.now : texts.states[state]}
        </span>
      </p>
      <p className="muted">{texts.by(by ?? texts.somebody, at)}</p>
      {note !== '' && (
        <p className="case-note" dir="auto">
          {note}
        </p>
      )}
      {erased === null ? <VersionLink view={view} number={number} name={texts.version(number)} /> : <ErasedWords erased={erased} />}
    </li>
  );
}

function ErasedWords({ erased: { by, note } }: { erased: NonNullable<VersionItem['erased']> }) {
  return (
    <>
      <p>
        <b>{texts.erasure.erased}</b> {by !== '' && texts.erasure.by(by)}
      </p>
      {note !== '' && (
        <p className="case-note" dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

function VersionLink({ view: { kind, slug }, number, name }: { view: VersionsView; number: number; name: string }) {
  return (
    <Link className="link text-look" to={`${urlForVersions(kind, slug)}?version=${number}`} aria-label={`${texts.look}: ${name}`}>
      {texts.look}
    </Link>
  );
}

type SelectedVersionProps = VersionsPageProps & { selected: NonNullable<VersionsView['selected']> };

function SelectedVersion({ view, selected, answer }: SelectedVersionProps) {
  const { number, isNow, diff, problems, isShort, canErase } = selected;
  return (
    <section className="panel text-form" aria-labelledby="text-version">
      <h2 id="text-version">{number === 0 ? texts.shippedVersion : texts.version(number)}</h2>
      <h3>{texts.compareTitle}</h3>
      {isNow ? (
        <p className="muted">{texts.identical}</p>
      ) : (
        <>
          <p className="muted">{texts.compareText}</p>
          <TextDiff lines={diff} label={texts.compareTitle} />
          <ProblemList check={{ problems, warnings: [] }} />
          <NoteForm
            key={`${number} ${view.shown}`}
            shown={view.shown}
            version={number}
            isShort={isShort}
            answer={answer as EditorResult | undefined}
            actions={[{ do: 'restore', label: texts.restore, variant: 'primary' }]}
          />
        </>
      )}
      {number > 0 && <h3>{texts.erasure.title}</h3>}
      {number > 0 && !canErase && <p className="muted">{texts.erasure.current}</p>}
      {canErase && <EraseForm key={`erase ${number}`} version={number} proof={view.proof} answer={answer} />}
    </section>
  );
}

function getError(answer: EditorResult | EraseResult | undefined): { title: string; text: string } | null {
  if (!answer || answer.ok) return null;
  if ('conflict' in answer && answer.conflict) {
    const { by, at } = answer.conflict;
    return { title: texts.conflictTitle, text: texts.conflictPressed(by ?? texts.somebody, at) };
  }
  if (answer.error === null) return null;
  const problems = (('check' in answer && answer.check?.problems) || []).map(({ line, message }) => texts.problem(line, message));
  return { title: texts.failedTitle, text: [answer.error, ...problems].join(' ') };
}
