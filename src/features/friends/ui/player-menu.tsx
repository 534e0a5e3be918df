import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { useDismissDetails } from '../../../web/kit/use-dismiss.ts';
import type { ReportTarget } from '../../chat/ui/chat-api.ts';
import { ReportDialog } from '../../chat/ui/report-dialog.tsx';
import type { PlayerSummary, Relation } from '../schema.ts';
import { texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FRIEND_ACTIONS_URL, type PerformFriendAction } from './use-friend-action.ts';
import './person-menu.css';
import type { IconName } from '../../../web/kit/icon-names.ts';

type PlayerMenuProps = {
  player: PlayerSummary;
  relation: Relation;
  performAction: PerformFriendAction;
  /** The player was removed or blocked: the content of the page may no longer be available. */
  onRemoved: () => void | Promise<void>;
  /** True on the player's own page, where the menu has no link to it. */
  isOnProfile?: boolean;
};

/** Menu of actions on a player. A <details> element, so that everything but reporting works without JavaScript too. */
export function PlayerMenu({ player, relation, performAction, onRemoved, isOnProfile = false }: PlayerMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [confirming, setConfirming] = useState<'block' | 'remove' | null>(null);
  const [reportTarget, setReportTarget] = useState<ReportTarget | null>(null);
  useDismissDetails(menu);
  const { displayName: name, id } = player;

  // The dialog returns the focus to the element that had it, which must not be inside the closed menu.
  const closeMenu = () => {
    menu.current?.querySelector('summary')?.focus();
    if (menu.current) menu.current.open = false;
  };
  const block = () => performAction('block', id, { after: onRemoved });
  return (
    <>
      <details ref={menu} className="person-menu">
        <summary className="icon-btn" aria-label={texts.menu.open(name)} title={texts.menu.open(name)}>
          <Icon icon="ellipsis-vertical" />
        </summary>
        <div className="person-menu-sheet" data-keep-clear>
          <MenuItems
            playerId={id}
            relation={relation}
            isOnProfile={isOnProfile}
            onReport={() => {
              closeMenu();
              setReportTarget({ playerId: id });
            }}
            onConfirm={(action) => {
              closeMenu();
              setConfirming(action);
            }}
          />
        </div>
      </details>
      <ConfirmDialogs
        name={name}
        confirming={confirming}
        onClose={() => setConfirming(null)}
        onBlock={block}
        onRemove={() => performAction('remove', id, { after: onRemoved })}
      />
      <ReportDialog
        target={reportTarget}
        name={name}
        onClose={() => setReportTarget(null)}
        onBlock={relation === 'blocked' ? null : block}
      />
    </>
  );
}

type MenuItemsProps = {
  playerId: string;
  relation: Relation;
  isOnProfile: boolean;
  onReport: () => void;
  /** The action takes effect after it was confirmed. */
  onConfirm: (action: 'block' | 'remove') => void;
};

function MenuItems({ playerId, relation, isOnProfile, onReport, onConfirm }: MenuItemsProps) {
  return (
    <>
      {!isOnProfile && (
        <Link className="person-menu-item" to={`/friends/${encodeURIComponent(playerId)}`}>
          <Icon icon="circle-user-round" size="small" />
          {texts.menu.profile}
        </Link>
      )}
      <button type="button" className="person-menu-item needs-js" onClick={onReport}>
        <Icon icon="flag" size="small" />
        {texts.menu.report}
      </button>
      {relation !== 'blocked' && (
        <MenuAction action="block" playerId={playerId} label={texts.menu.block} icon="ban" onConfirm={() => onConfirm('block')} />
      )}
      {relation === 'friends' && (
        <MenuAction action="remove" playerId={playerId} label={texts.menu.remove} icon="user-minus" onConfirm={() => onConfirm('remove')} />
      )}
    </>
  );
}

type MenuActionProps = { action: 'block' | 'remove'; playerId: string; label: string; icon: IconName; onConfirm: () => void };

function MenuAction({ action, playerId, label, icon, onConfirm }: MenuActionProps) {
  return (
    <form
      method="post"
      action={FRIEND_ACTIONS_URL}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="id" value={playerId} />
      <input type="hidden" name="returnUrl" value="/friends" />
      <button type="submit" className="person-menu-item">
        <Icon icon={icon} size="small" />
        {label}
      </button>
    </form>
  );
}

type ConfirmDialogsProps = {
  name: string;
  confirming: 'block' | 'remove' | null;
  onClose: () => void;
  onBlock: () => Promise<boolean>;
  onRemove: () => Promise<boolean>;
};

/** Asks before a player is blocked or removed. */
function ConfirmDialogs({ name, confirming, onClose, onBlock, onRemove }: ConfirmDialogsProps) {
  return (
    <>
      <ConfirmDialog
        isOpen={confirming === 'block'}
        title={texts.block.title(name)}
        text={texts.block.text(name)}
        cancelLabel={texts.block.keep}
        confirmLabel={texts.block.confirm}
        onClose={onClose}
        onConfirm={onBlock}
      />
      <ConfirmDialog
        isOpen={confirming === 'remove'}
        title={texts.remove.title(name)}
        text={texts.remove.text(name)}
        cancelLabel={texts.remove.keep}
        confirmLabel={texts.remove.confirm}
        onClose={onClose}
        onConfirm={onRemove}
      />
    </>
  );
}
