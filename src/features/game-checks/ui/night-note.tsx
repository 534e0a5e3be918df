import { Note } from '../../../web/kit/note.tsx';
import type { ChecksOverview } from '../schema.ts';
import { describeBrowser, texts } from '../texts.ts';
import { CountedNote } from './counted-note.tsx';
import './game-checks.css';

/** What came of the last night, above the list of games; or why nothing did. */
export function NightNote({ overview: { browser, night } }: { overview: ChecksOverview }) {
  const isTrouble = night?.isStopped === true || night?.isOurFault === true;
  const trouble = describeBrowser(browser);
  return (
    <Note variant={isTrouble ? 'bad' : 'plain'}>
      <p>
        {night === null ? texts.night.none : <b>{texts.night.sums(night)}</b>}{' '}
        {night !== null && (night.isOver ? !night.isStopped && texts.night.hidden(night.hidden) : texts.night.goesOn)}
      </p>
      {night?.isStopped && <p>{texts.night.stopped}</p>}
      {night?.isOurFault && <p className="check-words">{texts.night.ourFault(night.controlFailure ?? '')}</p>}
      {trouble !== null && <p className="check-words">{trouble}</p>}
      <CountedNote />
    </Note>
  );
}
