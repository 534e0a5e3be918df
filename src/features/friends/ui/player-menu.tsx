import { Ban, CircleUserRound, EllipsisVertical, Flag, UserMinus, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { ReportTarget } from '../../chat/ui/chat-api.ts';
import { ReportDialog } from '../../chat/ui/report-dialog.tsx';
import type { PlayerSummary, Relation } from '../schema.ts';
import { texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FRIEND_ACTIONS_URL, type PerformFriendAction } from './use-friend-action.ts';

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
  useDismiss(menu);
  const { displayName: name, id } = player;

  // The dialog returns the focus to the element that had it, which must not be inside the closed menu.
  const closeMenu = () => {
    menu.current?.querySelector('summary')?.focus();
    if (menu.current) menu.current.open = false;
  };
  const block = () => performAction('block', id, onRemoved);
  const confirm = (action: 'block' | 'remove') => {
    closeMenu();
    setConfirming(action);
  };
  const confirmDialog = (action: 'block' | 'remove', onConfirm: () => Promise<boolean>) => (
    <ConfirmDialog
      isOpen={confirming === action}
      title={texts[action].title(name)}
      text={texts[action].text(name)}
      cancelLabel={texts[action].keep}
      confirmLabel={texts[action].confirm}
      onClose={() => setConfirming(null)}
      onConfirm={onConfirm}
    />
  );
  return (
    <>
      <details ref={menu} className="person-menu">
        <summary className="icon-btn" aria-label={texts.menu.open(name)} title={texts.menu.open(name)}>
          <Icon icon={EllipsisVertical} />
        </summary>
        <MenuSheet
          playerId={id}
          relation={relation}
          isOnProfile={isOnProfile}
          onReport={() => {
            closeMenu();
            setReportTarget({ playerId: id });
          }}
          onConfirm={confirm}
        />
      </details>
      {confirmDialog('block', block)}
      {confirmDialog('remove', () => performAction('remove', id, onRemoved))}
      <ReportDialog
        target={reportTarget}
        name={name}
        onClose={() => setReportTarget(null)}
        onBlock={relation === 'blocked' ? null : block}
      />
    </>
  );
}

type MenuSheetProps = {
  playerId: string;
  relation: Relation;
  isOnProfile: boolean;
  onReport: () => void;
  /** Asks for confirmation of an action. */
  onConfirm: (action: 'block' | 'remove') => void;
};

/** The items of the menu. */
function MenuSheet({ playerId, relation, isOnProfile, onReport, onConfirm }: MenuSheetProps) {
  return (
    <div className="person-menu-sheet">
      {!isOnProfile && (
        <Link className="person-menu-item" to={`/friends/${encodeURIComponent(playerId)}`}>
          <Icon icon={CircleUserRound} size="small" />
          {texts.menu.profile}
        </Link>
      )}
      <button type="button" className="person-menu-item needs-js" onClick={onReport}>
        <Icon icon={Flag} size="small" />
        {texts.menu.report}
      </button>
      {relation !== 'blocked' && (
        <MenuAction action="block" playerId={playerId} label={texts.menu.block} icon={Ban} onConfirm={() => onConfirm('block')} />
      )}
      {relation === 'friends' && (
        <MenuAction action="remove" playerId={playerId} label={texts.menu.remove} icon={UserMinus} onConfirm={() => onConfirm('remove')} />
      )}
    </div>
  );
}

type MenuActionProps = { action: 'block' | 'remove'; playerId: string; label: string; icon: LucideIcon; onConfirm: () => void };

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

/** Closes an open menu on Escape, on a click outside, and when it loses the focus. */
function useDismiss(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        details.querySelector('summary')?.focus();
        details.open = false;
      } else if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [menu]);
}
