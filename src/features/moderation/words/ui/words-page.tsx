import { useEffect, useRef } from 'react';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { ModerationTabs } from '../../ui/moderation-tabs.tsx';
import type { WordListView, WordFilters, WordAuditEntry, WordsResult, WordsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AddEntryForm } from './add-entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import { FilterTestForm } from './filter-test-form.tsx';
import '../../../../web/staff.css';
import './words.css';

type WordsPageProps = {
  view: WordsView;
  filters: WordFilters;
  /** Result of the page's action. */
  answer: WordsResult | undefined;
};

/** The word lists of the text filter: entries, forms to change them, and recent changes. */
export function WordsPage({ view, filters, answer }: WordsPageProps) {
  useSuccessToast(answer);
  return (
    <div className="wrap section moderation words">
      <div className="words-head">
        <h1>{teamTexts.title}</h1>
        <p className="queue-lead">{texts.lead}</p>
      </div>
      <div className="words-tabs">
        <ModerationTabs chosen="words" />
        <ResultNotice answer={answer} />
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

/** Without JavaScript, shows the result; errors of list entries are always shown. */
function ResultNotice({ answer }: { answer: WordsResult | undefined }) {
  const failed = answer?.is === 'refused' && answer.action !== 'add' && answer.field !== 'note' ? answer.error : null;
  return (
    <>
      {answer?.is === 'done' && (
        <noscript>
          <Note variant="good" title={getToast(answer).title}>
            <p>{getToast(answer).text}</p>
          </Note>
        </noscript>
      )}
      {failed !== null && (
        <div role="alert">
          <Note variant="bad" title={teamTexts.failed.title}>
            <p>{failed}</p>
          </Note>
        </div>
      )}
    </>
  );
}

function getToast({ action: did, changed }: Extract<WordsResult, { is: 'done' }>): { title: string; text: string } {
  return (changed ? texts.successToasts : texts.unchangedToasts)[did];
}

function useSuccessToast(answer: WordsResult | undefined): void {
  const toast = useToast();
  const shownAnswer = useRef<WordsResult>(undefined);
  useEffect(() => {
    if (answer?.is !== 'done' || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    toast(getToast(answer));
  }, [answer, toast]);
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
