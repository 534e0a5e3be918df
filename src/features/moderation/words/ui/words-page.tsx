import { texts as teamTexts, toErrorNotice } from '../../texts.ts';
import type { QueueTabCounts } from '../../../case-queue/schema.ts';
import { QueueTabs } from '../../../case-queue/ui/queue-tabs.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import type { WordChange, WordListView, WordFilters, WordAuditEntry, WordsResult, WordsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AddEntryForm } from './add-entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import { FilterTestForm } from './filter-test-form.tsx';
import '../../../../web/staff.css';
import './words.css';

type WordsPageProps = {
  view: WordsView;
  filters: WordFilters;
  tabs: QueueTabCounts;
  /** Result of the page's action. */
  answer: WordsResult | undefined;
};

/** The word lists of the text filter: entries, forms to change them, and recent changes. */
export function WordsPage({ view, filters, tabs, answer }: WordsPageProps) {
  const change = answer?.ok && answer.action !== 'try' ? answer : undefined;
  const toast = change ? getToast(change) : null;
  useResultToast(change, toast);
  return (
    <div className="wrap section moderation words">
      <div className="words-head">
        <h1>{teamTexts.title}</h1>
        <p className="queue-lead">{texts.lead}</p>
      </div>
      <div className="words-tabs">
        <QueueTabs chosen="words" {...tabs} />
        <ResultNotice toast={toast} error={toErrorNotice(getListError(answer))} />
      </div>
      <div className="words-forms">
        <AddEntryForm lists={view.lists} chosen={filters.list} answer={answer} />
        <FilterTestForm answer={answer} />
      </div>
      <EntryList view={view} filters={filters} answer={answer} />
      <Log log={view.log} lists={view.lists} />
    </div>
  );
}

/** An error of an entry in the list; the fields and the other forms show theirs themselves. */
function getListError(answer: WordsResult | undefined): string | null {
  if (!answer || answer.ok || answer.values.do === 'add' || answer.values.do === 'try') return null;
  const { note, list, entry } = answer.fieldErrors;
  return note === undefined ? (list ?? entry ?? answer.error) : null;
}

function getToast({ action, changed }: WordChange): { title: string; text: string } {
  return (changed ? texts.successToasts : texts.unchangedToasts)[action];
}

/** Recent changes of the lists, newest first. */
function Log({ log, lists }: { log: WordAuditEntry[]; lists: WordListView[] }) {
  const listsByName = new Map(lists.map((list) => [list.name, list]));
  return (
    <section className="words-log" aria-labelledby="words-log">
      <h2 id="words-log">{texts.log}</h2>
      {log.length === 0 ? (
        <p className="muted">{texts.noLog}</p>
      ) : (
        <ol className="case-log">
          {log.map((one) => {
            const list = listsByName.get(one.list);
            return (
              <li key={one.id}>
                <p className="words-did">
                  <b>@{one.actor}</b> {texts.actionsInLog[one.action]} <code dir="auto">{one.entry}</code>{' '}
                  {texts.inList(list ? texts.listName(list.kind, list.language) : one.list)}
                </p>
                <p className="case-note" dir="auto">
                  {one.note}
                </p>
                <time dateTime={one.at}>{teamTexts.at(one.at)}</time>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
