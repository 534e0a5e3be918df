import { Ban, CircleUserRound, EllipsisVertical, Flag, UserMinus, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Reported } from '../../chat/ui/ask.ts';
import { ReportDialog } from '../../chat/ui/report-dialog.tsx';
import type { Person, Relation } from '../schema.ts';
import { texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DEEDS_ADDRESS, type Act } from './use-deed.ts';

type PersonMenuProps = {
  person: Person;
  relation: Relation;
  act: Act;
  /** The player was removed or blocked: what the page shows may be gone. */
  onGone: () => void | Promise<void>;
  /** Stands on the player's own page, where no way leads to it. */
  isOnProfile?: boolean;
};

/** What can be done about a player. A <details>, so that all but reporting works without JavaScript too. */
export function PersonMenu({ person, relation, act, onGone, isOnProfile = false }: PersonMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [asked, setAsked] = useState<'block' | 'remove' | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  useClosing(menu);
  const { displayName: name, id } = person;
  const profile = `/friends/${encodeURIComponent(id)}`;

  // The dialog gives the focus back to what had it: that must not be inside of the closed menu.
  const leave = () => {
    menu.current?.querySelector('summary')?.focus();
    if (menu.current) menu.current.open = false;
  };
  const block = () => act('block', id, onGone);
  return (
    <>
      <details ref={menu} className="person-menu">
        <summary className="icon-btn" aria-label={texts.menu.open(name)} title={texts.menu.open(name)}>
          <Icon icon={EllipsisVertical} />
        </summary>
        <div className="person-menu-sheet">
          {!isOnProfile && (
            <Link className="person-menu-item" to={profile}>
              <Icon icon={CircleUserRound} size="small" />
              {texts.menu.profile}
            </Link>
          )}
          <button
            type="button"
            className="person-menu-item needs-js"
            onClick={() => {
              leave();
              setReported({ playerId: id });
            }}
          >
            <Icon icon={Flag} size="small" />
            {texts.menu.report}
          </button>
          {relation !== 'blocked' && (
            <MenuDeed
              deed="block"
              playerId={id}
              word={texts.menu.block}
              icon={Ban}
              onAsk={() => {
                leave();
                setAsked('block');
              }}
            />
          )}
          {relation === 'friends' && (
            <MenuDeed
              deed="remove"
              playerId={id}
              word={texts.menu.remove}
              icon={UserMinus}
              onAsk={() => {
                leave();
                setAsked('remove');
              }}
            />
          )}
        </div>
      </details>
      <ConfirmDialog
        isOpen={asked === 'block'}
        title={texts.block.title(name)}
        text={texts.block.text(name)}
        keep={texts.block.keep}
        confirm={texts.block.confirm}
        onClose={() => setAsked(null)}
        onConfirm={block}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={texts.remove.title(name)}
        text={texts.remove.text(name)}
        keep={texts.remove.keep}
        confirm={texts.remove.confirm}
        onClose={() => setAsked(null)}
        onConfirm={() => act('remove', id, onGone)}
      />
      <ReportDialog reported={reported} name={name} onClose={() => setReported(null)} onBlock={relation === 'blocked' ? null : block} />
    </>
  );
}

type MenuDeedProps = { deed: 'block' | 'remove'; playerId: string; word: string; icon: LucideIcon; onAsk: () => void };

function MenuDeed({ deed, playerId, word, icon, onAsk }: MenuDeedProps) {
  return (
    <form
      method="post"
      action={DEEDS_ADDRESS}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <input type="hidden" name="do" value={deed} />
      <input type="hidden" name="id" value={playerId} />
      <input type="hidden" name="returnUrl" value="/friends" />
      <button type="submit" className="person-menu-item">
        <Icon icon={icon} size="small" />
        {word}
      </button>
    </form>
  );
}

/** Closes an open menu at Escape, at a press beside it, and when the focus goes elsewhere. */
function useClosing(menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      const at = menu.current;
      if (!at?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        at.querySelector('summary')?.focus();
        at.open = false;
      } else if (event.target instanceof Node && !at.contains(event.target)) at.open = false;
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
