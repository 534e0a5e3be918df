import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { HelpRequest } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForHelpRequest } from './urls.ts';
import '../../../../web/staff.css';
import './help-request.css';

type HelpRequestItemProps = {
  request: HelpRequest;
  /** In a queue, a request names its player and links to its page. */
  isInQueue?: boolean;
};

/** One child who asks for help, for moderators. */
export function HelpRequestItem({ request, isInQueue = false }: HelpRequestItemProps) {
  const { player, kind, state, words, isAsked } = request;
  const isOpen = state === 'new' || state === 'reviewing';
  return (
    <li className={isInQueue ? 'report in-queue' : 'report'}>
      {isInQueue && (
        <h2 className="report-game">
          <Link className="help-asker" to={urlForHelpRequest(request.id)}>
            <Avatar src={player.avatar} size={44} lazy />
            <span>
              <span dir="auto">{player.displayName}</span> <span className="muted">@{player.username}</span>
            </span>
          </Link>
        </h2>
      )}
      <p className="report-marks">
        <b>{texts.kinds[kind]}</b>
        {isOpen && (
          <span className="state-pill late">
            <Icon icon="heart" size="small" />
            {texts.pill}
          </span>
        )}
        <span className={`state-pill ${state}`}>{teamTexts.states[state]}</span>
      </p>
      <p className={words === '' ? 'report-words none' : 'report-words'} dir="auto">
        <span className="visually-hidden">{texts.words}: </span>
        {words || texts.noWords}
      </p>
      <p className="report-facts">
        <span>{isAsked ? texts.asked : texts.noticed}</span>
        <time dateTime={request.createdAt} title={teamTexts.at(request.createdAt)}>
          {teamTexts.age(request.ageHours)}
        </time>
      </p>
    </li>
  );
}

/** What one player asked help for, on the player's page; nothing if that is nothing. */
export function HelpRequestsOfPlayer({ requests }: { requests: HelpRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="case-help">
      <h2 id="case-help">{texts.ofPlayer}</h2>
      <ol className="reports">
        {requests.map((request) => (
          <HelpRequestItem key={request.id} request={request} isInQueue />
        ))}
      </ol>
    </section>
  );
}
