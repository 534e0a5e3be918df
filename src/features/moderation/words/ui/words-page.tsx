import { useEffect, useRef } from 'react';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { ModerationTabs } from '../../ui/moderation-tabs.tsx';
import type { ListView, WordFilters, WordLogEntry, WordsAnswer, WordsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AddForm } from './add-form.tsx';
import { Entries } from './entries.tsx';
import { TryForm } from './try-form.tsx';

type WordsPageProps = {
  view: WordsView;
  filters: WordFilters;
  /** What the page's action answered. */
  answer: WordsAnswer | undefined;
};

/** The lists of the text filter: what is in them, what can be changed, and what was. */
export function WordsPage({ view, filters, answer }: WordsPageProps) {
  useDoneToast(answer);
  return (
    <div className="wrap section moderation words">
      <div className="words-head">
        <h1>{teamTexts.title}</h1>
        <p className="queue-lead">{texts.lead}</p>
      </div>
      <div className="words-tabs">
        <ModerationTabs chosen="words" />
        <Answered answer={answer} />
      </div>
      <div className="words-forms">
        <AddForm lists={view.lists} chosen={filters.list} answer={answer} />
        <TryForm answer={answer} />
      </div>
      <Entries view={view} filters={filters} answer={answer} />
      <Log log={view.log} lists={view.lists} />
    </div>
  );
}

/** What became of it, for who has no script; what failed with an entry of the list, for everybody. */
function Answered({ answer }: { answer: WordsAnswer | undefined }) {
  const failed = answer?.is === 'refused' && answer.did !== 'add' && answer.at !== 'note' ? answer.fault : null;
  return (
    <>
      {answer?.is === 'done' && (
        <noscript>
          <Note variant="good" title={saidOf(answer).title}>
            <p>{saidOf(answer).text}</p>
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

function saidOf({ did, changed }: Extract<WordsAnswer, { is: 'done' }>): { title: string; text: string } {
  return (changed ? texts.done : texts.already)[did];
}

function useDoneToast(answer: WordsAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<WordsAnswer>(undefined);
  useEffect(() => {
    if (answer?.is !== 'done' || told.current === answer) return;
    told.current = answer;
    toast(saidOf(answer));
  }, [answer, toast]);
}

/** What the team did with the lists, the newest first. */
function Log({ log, lists }: { log: WordLogEntry[]; lists: ListView[] }) {
  const listOf = new Map(lists.map((list) => [list.name, list]));
  return (
    <section className="words-log" aria-labelledby="words-log">
      <h2 id="words-log">{texts.log}</h2>
      {log.length === 0 ? (
        <p className="muted">{texts.noLog}</p>
      ) : (
        <ol className="case-log">
          {log.map((one) => {
            const list = listOf.get(one.list);
            return (
              <li key={one.id}>
                <p className="words-did">
                  <b>@{one.actor}</b> {texts.did[one.did]} <code dir="auto">{one.entry}</code>{' '}
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
