import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { CASE_LIST_PATHS, CASE_QUEUE_PATH } from '../../../case-queue/schema.ts';
import type { PictureCase, QueuedPicture, VerdictResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { VerdictForm } from './picture-item.tsx';
import './picture-item.css';
import '../../../../web/staff.css';

type PictureCaseProps = {
  view: PictureCase;
  /** If it waits: who looks at it, with the way back to what waits (case-queue/ui/case-bar.tsx). */
  bar: ReactNode;
  answer: VerdictResult | undefined;
};

/** One picture and the decision about it. */
export function PictureCaseView({ view: { picture, state }, bar, answer }: PictureCaseProps) {
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer : null;
  return (
    <div className="wrap section moderation case">
      <div className="case-head">
        {bar ?? (
          <Link
            className="see-all case-back"
            to={state === 'approved' ? `${CASE_LIST_PATHS.picture}?state=approved` : CASE_LIST_PATHS.picture}
          >
            <Icon icon="chevron-left" size="small" />
            {texts.back}
          </Link>
        )}
        <ResultNotice error={failed && { title: texts.failed.title, text: failed.error ?? texts.failed.text }} />
      </div>
      {picture ? (
        <>
          <PictureHead picture={picture} />
          <div className="case-side">
            <section className="panel" aria-labelledby="case-decide">
              <h2 id="case-decide">{texts.decide}</h2>
              <VerdictForm picture={picture} shown={state} answer={answer} />
            </section>
            <Note>
              <p>{texts.help}</p>
            </Note>
          </div>
        </>
      ) : (
        <div className="case-reports picture-case">
          <h1>{texts.goneTitle}</h1>
          <p>{texts.gone}</p>
          <p>
            <LinkButton variant="primary" to={CASE_QUEUE_PATH}>
              {texts.toWaiting}
            </LinkButton>
          </p>
        </div>
      )}
    </div>
  );
}

function PictureHead({ picture: { url, player, createdAt, ageHours } }: { picture: QueuedPicture }) {
  return (
    <div className="case-reports picture-case">
      <h1 dir="auto">{texts.picture(player.displayName)}</h1>
      <p className="report-facts">
        <Link className="link case-link" to={`${CASE_LIST_PATHS.player}/${encodeURIComponent(player.id)}`}>
          @{player.username}
        </Link>
        {player.isTeam && <TeamBadge isShort />}
        <time dateTime={createdAt}>{texts.age(ageHours)}</time>
      </p>
      {/* Shown as large as it is stored, because the problem may be a small detail. */}
      <img className="picture-large" src={url} width="192" height="192" alt={texts.picture(player.displayName)} />
    </div>
  );
}
