import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button, buttonClass } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { PersonName } from '../../../web/kit/team-badge.tsx';
import { useDismissDetails } from '../../../web/kit/use-dismiss.ts';
import { useFocusFallback } from '../../../web/kit/use-focus-fallback.ts';
import { ConfirmDialog } from '../../friends/ui/confirm-dialog.tsx';
import { focusNextRow, PlayerRow } from '../../friends/ui/player-row.tsx';
import { PresenceIndicator } from '../../friends/ui/presence-indicator.tsx';
import { useNow } from '../../friends/ui/use-now.ts';
import { usePresences } from '../../friends/ui/use-presences.ts';
import { listMemberActions, type MemberAction } from '../actions.rules.ts';
import { texts } from '../page.texts.ts';
import { urlForGroup } from '../form-actions.schema.ts';
import type { GroupMember, GroupPage } from '../schema.ts';
import { AskedItem } from './asked-item.tsx';
import { GroupActionForm } from './group-action-form.tsx';
import { useGroupAction } from './use-group-action.ts';

/** Members who are shown at once; a press shows the others. */
const SHOWN_MAX = 12;
const ICONS: Record<MemberAction, IconName> = {
  'make-helper': 'user-check',
  'make-member': 'user-round',
  'hand-over': 'award',
  remove: 'user-minus',
};
/** The question that is open; `action` null: it was answered, and keeps its words while it disappears. */
type Asked = { action: 'remove' | 'hand-over' | null; member: GroupMember };

/** The members, with what the viewer can do with each. */
export function GroupMembers({ group }: { group: GroupPage }) {
  const { id, members } = group;
  const { performAction, done } = useGroupAction();
  const heading = useFocusFallback<HTMLHeadingElement>(done, members);
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useNow();
  const getPresence = usePresences();
  const { remove, handOver, keep } = texts.confirm;
  const name = asked?.member.displayName ?? '';
  const close = () => setAsked((before) => before && { ...before, action: null });
  const confirm = async (action: MemberAction) => asked !== null && performAction(action, { groupId: id, playerId: asked.member.id });
  const onAction = (action: MemberAction, member: GroupMember) => {
    if (action === 'remove' || action === 'hand-over') setAsked({ action, member });
    else void performAction(action, { groupId: id, playerId: member.id });
  };
  const row = (member: GroupMember) => (
    <MemberRow
      key={member.id}
      group={group}
      member={{ ...member, presence: getPresence(member.id, member.presence) }}
      now={now}
      onAction={(action) => onAction(action, member)}
    />
  );
  return (
    <section className="panel" aria-labelledby="group-members">
      <h2 id="group-members" {...heading}>
        {texts.page.members(members.length)}
      </h2>
      <ul className="people">{members.slice(0, SHOWN_MAX).map(row)}</ul>
      {members.length > SHOWN_MAX && (
        <details className="group-others">
          <summary className={buttonClass({ variant: 'soft', size: 'sm' })}>{texts.page.allMembers(members.length - SHOWN_MAX)}</summary>
          <ul className="people">{members.slice(SHOWN_MAX).map(row)}</ul>
        </details>
      )}
      <ConfirmDialog
        isOpen={asked?.action === 'remove'}
        title={remove.title(name)}
        text={remove.text(name)}
        cancelLabel={keep}
        confirmLabel={remove.confirm}
        onClose={close}
        onConfirm={() => confirm('remove')}
      />
      <ConfirmDialog
        isOpen={asked?.action === 'hand-over'}
        title={handOver.title(name)}
        text={handOver.text(name)}
        cancelLabel={keep}
        confirmLabel={handOver.confirm}
        onClose={close}
        onConfirm={() => confirm('hand-over')}
      />
    </section>
  );
}

type MemberRowProps = { group: GroupPage; member: GroupMember; now: number; onAction: (action: MemberAction) => void };

function MemberRow({ group, member, now, onAction }: MemberRowProps) {
  const { id, username, displayName, avatar, isTeam, role, isSelf, presence } = member;
  const actions = listMemberActions(group.role, member);
  return (
    <li className="person-line group-member">
      <Link className="person-who" to={isSelf ? '/profile' : `/friends/${encodeURIComponent(id)}`}>
        <Avatar src={avatar} size={48} lazy />
        <span className="person-names">
          <span className="group-member-name">
            <PersonName name={displayName} isTeam={isTeam} />
            {isSelf && <span className="group-role">{texts.page.you}</span>}
            {role !== 'member' && <span className="group-role">{texts.roles[role]}</span>}
          </span>
          <span className="group-member-line">
            <span>@{username}</span>
            <PresenceIndicator presence={isSelf ? null : presence} now={now} />
          </span>
        </span>
      </Link>
      {actions.length > 0 && <MemberMenu groupId={group.id} member={member} actions={actions} onAction={onAction} />}
    </li>
  );
}

/** What is asked before an action that cannot be taken back. */
function toQuestion(action: 'remove' | 'hand-over', name: string): { text: string; confirm: string } {
  const words = action === 'remove' ? texts.confirm.remove : texts.confirm.handOver;
  return { text: words.text(name), confirm: words.confirm };
}

type MemberMenuProps = { groupId: string; member: GroupMember; actions: MemberAction[]; onAction: (action: MemberAction) => void };

/** A <details>, so that it works without JavaScript too. */
function MemberMenu({ groupId, member, actions, onAction }: MemberMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useDismissDetails(menu);
  const label = texts.member.menu(member.displayName);
  return (
    <details ref={menu} className="person-menu">
      <summary className="icon-btn" aria-label={label} title={label}>
        <Icon icon="ellipsis-vertical" />
      </summary>
      <div className="person-menu-sheet" data-keep-clear>
        {actions.map((action) => {
          const form = { action, subject: { groupId, playerId: member.id }, returnUrl: urlForGroup(groupId) };
          const choose = () => {
            // The dialog returns the focus to the element that had it, which must not be inside the closed menu.
            menu.current?.querySelector('summary')?.focus();
            if (menu.current) menu.current.open = false;
            onAction(action);
          };
          const [icon, words] = [ICONS[action], texts.member[action]];
          if (action === 'remove' || action === 'hand-over')
            return (
              <AskedItem
                key={action}
                {...form}
                icon={icon}
                label={words}
                question={toQuestion(action, member.displayName)}
                onAsk={choose}
              />
            );
          return (
            <GroupActionForm key={action} {...form} onAction={choose}>
              <button type="submit" className="person-menu-item">
                <Icon icon={icon} size="small" />
                {words}
              </button>
            </GroupActionForm>
          );
        })}
      </div>
    </details>
  );
}

/** Who was invited and has not answered. */
export function InvitedPlayers({ group: { id, invited } }: { group: GroupPage }) {
  const { performAction, isBusy, done } = useGroupAction();
  const heading = useFocusFallback<HTMLHeadingElement>(done, invited);
  return (
    <section className="panel" aria-labelledby="group-invited">
      <h2 id="group-invited" {...heading}>
        {texts.page.invited(invited.length)}
      </h2>
      <p className="muted">{texts.page.invitedText}</p>
      <ul className="people">
        {invited.map((player) => (
          <PlayerRow key={player.id} player={player}>
            {player.canTakeBack && (
              <GroupActionForm
                action="take-back"
                subject={{ groupId: id, playerId: player.id }}
                returnUrl={urlForGroup(id)}
                onAction={(form) => {
                  focusNextRow(form);
                  void performAction('take-back', { groupId: id, playerId: player.id });
                }}
              >
                <Button
                  type="submit"
                  variant="soft"
                  size="sm"
                  aria-label={texts.about(texts.page.takeBack, player.displayName)}
                  aria-disabled={isBusy || undefined}
                >
                  {texts.page.takeBack}
                </Button>
              </GroupActionForm>
            )}
          </PlayerRow>
        ))}
      </ul>
    </section>
  );
}
