import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { useDismissDetails } from '../../../web/kit/use-dismiss.ts';
import { ConfirmDialog } from '../../friends/ui/confirm-dialog.tsx';
import { urlForGroup } from '../form-actions.schema.ts';
import { texts } from '../page.texts.ts';
import type { GroupPage } from '../schema.ts';
import { AskedItem } from './asked-item.tsx';
import { useGroupAction } from './use-group-action.ts';
import '../../friends/ui/person-menu.css';

type Ending = 'leave' | 'close';
const ICONS: Record<Ending, IconName> = { leave: 'log-out', close: 'circle-x' };

/** What can be done with a group itself; what ends something asks first. A <details>, so that it works without JavaScript too. */
export function GroupMenu({ group }: { group: GroupPage }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useDismissDetails(menu);
  const { performAction } = useGroupAction();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Ending | null>(null);
  const { leave, close, keep } = texts.confirm;
  const isOwner = group.role === 'owner';
  const questions = { leave: { text: isOwner ? leave.owner : leave.member, confirm: leave.confirm }, close };
  const ask = (ending: Ending) => {
    // The dialog returns the focus to the element that had it, which must not be inside the closed menu.
    menu.current?.querySelector('summary')?.focus();
    if (menu.current) menu.current.open = false;
    setAsked(ending);
  };
  // Replaces the page: going back to a group that one is not in any more would find nothing.
  const end = (ending: Ending) => performAction(ending, { groupId: group.id }, async () => navigate('/groups', { replace: true }));
  const endings: Ending[] = isOwner ? ['leave', 'close'] : ['leave'];
  return (
    <div className="group-menu">
      <details ref={menu} className="person-menu">
        <summary className="icon-btn" aria-label={texts.page.menu} title={texts.page.menu}>
          <Icon icon="ellipsis-vertical" />
        </summary>
        <div className="person-menu-sheet group-menu-sheet" data-keep-clear>
          {group.canEdit && (
            <Link className="person-menu-item" to={urlForGroup(group.id, 'edit')}>
              <Icon icon="pencil" size="small" />
              {texts.page.edit}
            </Link>
          )}
          {endings.map((ending) => (
            <AskedItem
              key={ending}
              action={ending}
              subject={{ groupId: group.id }}
              returnUrl="/groups"
              icon={ICONS[ending]}
              label={texts.page[ending]}
              question={questions[ending]}
              onAsk={() => ask(ending)}
            />
          ))}
        </div>
      </details>
      <ConfirmDialog
        isOpen={asked === 'leave'}
        title={leave.title(group.name)}
        text={questions.leave.text}
        cancelLabel={keep}
        confirmLabel={leave.confirm}
        onClose={() => setAsked(null)}
        onConfirm={() => end('leave')}
      />
      <ConfirmDialog
        isOpen={asked === 'close'}
        title={close.title(group.name)}
        text={close.text}
        cancelLabel={keep}
        confirmLabel={close.confirm}
        onClose={() => setAsked(null)}
        onConfirm={() => end('close')}
      />
    </div>
  );
}
