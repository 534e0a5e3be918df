import { Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { EXCERPT_MAX, getCaseTime, urlForCase } from '../rules.ts';
import type { CaseKind, QueuedCase } from '../schema.ts';
import { getCaseTitle, texts } from '../texts.ts';
import { Assignee } from './assignee.tsx';
import { AssignmentForm } from './assignment-form.tsx';
import { CaseClock } from './case-clock.tsx';

const ICONS: Record<CaseKind, IconName> = {
  help: 'heart',
  player: 'message-circle',
  group: 'award',
  game: 'gamepad-2',
  picture: 'image',
  message: 'mail',
  'broken-game': 'wrench',
};

type WaitingRowProps = {
  item: QueuedCase;
  /** In milliseconds. */
  now: number;
  /** The list, where taking a case leads back to. */
  returnUrl: string;
};

/** One case in the list: what it is about, how much time is left, and who looks at it or how to take it. */
export function WaitingRow({ item, now, returnUrl }: WaitingRowProps) {
  const title = getCaseTitle(item);
  const { state } = getCaseTime(item, now);
  const pill = item.isUrgent ? 'urgent' : state === 'in-time' ? null : state;
  return (
    <li className={item.isUrgent ? 'waiting-row urgent' : 'waiting-row'}>
      <span className="waiting-icon">
        <Icon icon={item.reason === 'risk-score' ? 'shield' : ICONS[item.kind]} />
      </span>
      <div className="waiting-what">
        <h2>
          <Link className="waiting-open" to={urlForCase(item)}>
            <span dir="auto">{title}</span>
          </Link>{' '}
          {pill && <span className={`waiting-pill ${pill}`}>{texts.pills[pill]}</span>}
        </h2>
        <Words item={item} />
        <Facts item={item} />
      </div>
      <CaseClock openedAt={item.openedAt} dueAt={item.dueAt} now={now} />
      <div className="waiting-taker">
        {item.assignee ? (
          <Assignee assignee={item.assignee} />
        ) : (
          <AssignmentForm caseKey={item} action="take" returnUrl={returnUrl}>
            <Button type="submit" variant="soft" size="sm" className="waiting-take" aria-label={texts.takeCase(title)}>
              <Icon icon="hand" />
              {texts.take}
            </Button>
          </AssignmentForm>
        )}
      </div>
    </li>
  );
}

/** The beginning of what somebody wrote. What Kiddo noticed is in its own words. */
function Words({ item: { kind, reason, name, excerpt, picture } }: { item: QueuedCase }) {
  if (kind === 'broken-game')
    return (
      <>
        <p className="waiting-words">{texts.hiddenByCheck}</p>
        {picture !== null && (
          <img className="waiting-picture" src={picture} alt={texts.lookedLike} width="72" height="128" loading="lazy" />
        )}
      </>
    );
  if (kind === 'picture') return <p className="waiting-words">{texts.wantsPicture(name)}</p>;
  if (excerpt === '' || excerpt === texts.noWords) return <p className="waiting-words none">{texts.noWords}</p>;
  const cut = excerpt.length >= EXCERPT_MAX ? `${excerpt}…` : excerpt;
  return (
    <p className="waiting-words" dir="auto">
      {reason === 'risk-score' ? cut : `“${cut}”`}
    </p>
  );
}

function Facts({ item: { kind, reason, name, reportCount } }: { item: QueuedCase }) {
  if (kind === 'picture' || kind === 'broken-game') return null;
  return (
    <p className="waiting-facts">
      {kind === 'help' && <span>{texts.from(name)}</span>}
      {kind === 'player' && <span>{texts.about(name)}</span>}
      {kind === 'group' && <span dir="auto">{texts.aboutGroup(name)}</span>}
      {reason === 'risk-score' && <span>{texts.noticed}</span>}
      {(kind === 'player' || kind === 'group' || kind === 'game') && (reason !== 'risk-score' || reportCount > 1) && (
        <span>{texts.reports(reportCount)}</span>
      )}
      {kind === 'message' && <span>{texts.fromContact}</span>}
    </p>
  );
}
