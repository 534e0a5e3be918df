import { Form, Link, useNavigation } from 'react-router';
import type { ActionFailure } from '../../../../shared/action-result.ts';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { RadioGroup } from '../../../../web/kit/radio-group.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { TEXT_KINDS } from '../../markdown/schema.ts';
import { LIST_QUERY_MAX, NEW_KINDS, TEXTS_URL, urlForText, type TextListItem, type TextListView } from '../schema.ts';
import { texts } from '../texts.ts';
import './texts.css';

type TextListPageProps = { view: TextListView; answer: ActionFailure | undefined };

/** All texts of the site by kind, a search over their titles, and the form for a new one. */
export function TextListPage({ view: { query, texts: items }, answer }: TextListPageProps) {
  return (
    <AdminLayout page="texts" title={texts.title} lead={texts.lead}>
      <Form role="search" aria-label={texts.search} action={TEXTS_URL} className="text-search">
        <Field
          key={query}
          type="search"
          name="q"
          label={texts.search}
          defaultValue={query}
          maxLength={LIST_QUERY_MAX}
          enterKeyHint="search"
          autoComplete="off"
        />
        <Button type="submit" variant="secondary">
          {texts.searchButton}
        </Button>
      </Form>
      <div className="text-columns">
        <div className="text-kinds">
          {items.length === 0 && (
            <EmptyState title={texts.none(query)} level={2}>
              <LinkButton variant="soft" to={TEXTS_URL}>
                {texts.showAll}
              </LinkButton>
            </EmptyState>
          )}
          {TEXT_KINDS.filter((kind) => items.some((item) => item.kind === kind)).map((kind) => (
            <section key={kind} className="panel" aria-labelledby={`texts-${kind}`}>
              <h2 id={`texts-${kind}`}>{texts.kinds[kind]}</h2>
              <ul className="text-list">
                {items
                  .filter((item) => item.kind === kind)
                  .map((item) => (
                    <TextRow key={item.slug} item={item} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <NewTextForm answer={answer} />
      </div>
    </AdminLayout>
  );
}

function TextRow({ item: { kind, slug, title, status, hasDraft, isNewer } }: { item: TextListItem }) {
  return (
    <li>
      {/* A document of its own: then the browser itself asks before changes that are not saved are left by its Back button. */}
      <Link className="text-link" to={urlForText(kind, slug)} reloadDocument>
        {texts.editorTitle(title)}
      </Link>
      <span className="text-pills">
        {isNewer && <span className="state-pill reviewing">{texts.newer}</span>}
        {hasDraft && <span className="state-pill new">{texts.draft}</span>}
        {status !== 'shipped' && <span className={`state-pill ${PILLS[status]}`}>{texts.status[status]}</span>}
      </span>
    </li>
  );
}

const PILLS = {
  changed: 'resolved',
  written: 'resolved',
  planned: 'new',
  withdrawn: '',
  none: '',
  unfit: 'late',
  broken: 'late',
} as const;

function NewTextForm({ answer }: { answer: ActionFailure | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST';
  const { create } = texts;
  const hasFieldError = answer?.fieldErrors['title'] !== undefined;
  return (
    <section className="panel text-new" aria-labelledby="new-text">
      <h2 id="new-text">{create.title}</h2>
      <Form method="post" action={TEXTS_URL} className="decide" onSubmit={(event) => isBusy && event.preventDefault()}>
        <ResultNotice error={answer && !hasFieldError ? { title: texts.failedTitle, text: answer.error ?? texts.failed } : null} />
        <RadioGroup
          legend={create.kind}
          name="kind"
          options={NEW_KINDS.map((kind) => ({ value: kind, label: create.kinds[kind] }))}
          initial={NEW_KINDS.find((kind) => kind === answer?.values['kind']) ?? 'blog'}
        />
        <Field
          name="title"
          label={create.label}
          hint={create.hint}
          error={answer?.fieldErrors['title'] ?? null}
          defaultValue={answer?.values['title'] ?? ''}
          maxLength={80}
          autoComplete="off"
          required
        />
        <Button type="submit" variant="primary">
          {create.button}
        </Button>
      </Form>
    </section>
  );
}
