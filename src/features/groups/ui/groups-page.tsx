import { Link, useNavigate } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { useFocusFallback } from '../../../web/kit/use-focus-fallback.ts';
import { texts } from '../page.texts.ts';
import { urlForGroup } from '../form-actions.schema.ts';
import type { GroupCard, GroupInvitation, GroupsView } from '../schema.ts';
import { ReportGroupButton } from './report-group-button.tsx';
import { GroupActionForm } from './group-action-form.tsx';
import { GroupBadgePicture } from './group-badge.tsx';
import { useGroupAction, type PerformGroupAction } from './use-group-action.ts';
import { useGroupReload } from './use-group-reload.ts';
import '../../../web/kit/person.css';
import './groups.css';

/** The viewer's groups, and the invitations to others. */
export function GroupsPage({ view: { groups, invitations, obstacle } }: { view: GroupsView }) {
  const { performAction, isBusy, done } = useGroupAction();
  const heading = useFocusFallback<HTMLHeadingElement>(done);
  // An invitation comes as a notification.
  useGroupReload((event) => event.kind === 'group' || event.kind === 'notification');
  const isEmpty = groups.length === 0;
  const emptyText = invitations.length > 0 ? texts.list.invitationsOnly : texts.list.emptyText;
  return (
    <div className="groups">
      <div className="groups-band cloth adventure">
        <div className="wrap">
          <h1 {...heading}>{texts.title}</h1>
          {obstacle === null && !isEmpty && (
            <LinkButton variant="primary" to="/groups/new">
              {texts.list.make}
            </LinkButton>
          )}
        </div>
      </div>
      <div className="wrap groups-body">
        {invitations.length > 0 && (
          <section aria-labelledby="group-invitations">
            <h2 id="group-invitations" className="visually-hidden">
              {texts.list.invitations}
            </h2>
            <ul className="group-invitations">
              {invitations.map((invitation) => (
                <li key={invitation.id}>
                  <Invitation invitation={invitation} isBusy={isBusy} performAction={performAction} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {isEmpty ? (
          <section className="panel groups-none">
            <EmptyState
              level={2}
              mood="happy"
              title={obstacle === null ? texts.list.empty : texts.obstacles[obstacle].title}
              text={obstacle === null ? emptyText : texts.obstacles[obstacle].text}
            >
              {obstacle === null && (
                <LinkButton variant={invitations.length > 0 ? 'soft' : 'primary'} multiline to="/groups/new">
                  {texts.list.make}
                </LinkButton>
              )}
            </EmptyState>
          </section>
        ) : (
          <section aria-labelledby="own-groups">
            <h2 id="own-groups">{texts.list.yours}</h2>
            <ul className="group-cards">
              {groups.map((group) => (
                <li key={group.id}>
                  <Card group={group} />
                </li>
              ))}
            </ul>
            <p className="muted groups-footnote">
              {texts.list.footnote(groups.length)} {obstacle === 'muted' && texts.obstacles.muted.text}
            </p>
          </section>
        )}
      </div>
    </div>
  );
}

type InvitationProps = { invitation: GroupInvitation; isBusy: boolean; performAction: PerformGroupAction };

function Invitation({ invitation: { id, name, motto, badge, memberCount, invitedBy }, isBusy, performAction }: InvitationProps) {
  const words = texts.invitation;
  const navigate = useNavigate();
  const answers = [
    { action: 'accept', label: words.join, variant: 'primary', after: async () => navigate(urlForGroup(id)) },
    { action: 'decline', label: words.decline, variant: 'soft', after: undefined },
  ] as const;
  return (
    <article className="group-invitation">
      <GroupBadgePicture badge={badge} size={64} />
      <div className="group-names">
        <p className="muted" dir="auto">
          {words.asks(invitedBy.displayName)}
        </p>
        <h3 dir="auto">{name}</h3>
        {motto !== '' && <p dir="auto">{motto}</p>}
      </div>
      <div className="group-invitation-acts">
        {answers.map(({ action, label, variant, after }) => (
          <GroupActionForm
            key={action}
            action={action}
            subject={{ groupId: id }}
            // Who cannot join sees why they cannot on this page; the group's would not be there for them.
            returnUrl="/groups"
            onAction={() => void performAction(action, { groupId: id }, after)}
          >
            <Button type="submit" variant={variant} aria-label={texts.about(label, name)} aria-disabled={isBusy || undefined}>
              {label}
            </Button>
          </GroupActionForm>
        ))}
      </div>
      <p className="muted group-invitation-note">{words.sees(memberCount)}</p>
      <ReportGroupButton groupId={id} returnUrl="/groups" />
    </article>
  );
}

function Card({ group: { id, name, motto, badge, memberCount, faces, onlineCount } }: { group: GroupCard }) {
  // The viewer is a member, too, and not among the faces.
  const others = memberCount - 1 - faces.length;
  return (
    <article className="group-card">
      <div className="group-card-top">
        <GroupBadgePicture badge={badge} size={68} />
        <div className="group-names">
          <h3>
            <Link to={urlForGroup(id)} dir="auto">
              {name}
            </Link>
          </h3>
          {motto !== '' && <p dir="auto">{motto}</p>}
        </div>
      </div>
      <div className="group-card-foot">
        <span className="group-faces" aria-hidden="true">
          {faces.map((face) => (
            <Avatar key={face.id} src={face.avatar} size={40} lazy />
          ))}
          {others > 0 && <span className="group-face-more">{texts.list.more(others)}</span>}
        </span>
        <span className="group-counts">
          <span className={onlineCount > 0 ? 'presence online' : 'presence'}>{texts.list.online(onlineCount)}</span>
          <span className="muted">{texts.list.members(memberCount)}</span>
        </span>
      </div>
    </article>
  );
}
