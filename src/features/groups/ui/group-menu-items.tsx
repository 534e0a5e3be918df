import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { ConfirmDialog } from '../../friends/ui/confirm-dialog.tsx';
import { texts } from '../page.texts.ts';
import type { GroupPage } from '../schema.ts';
import { GroupActionForm } from './group-action-form.tsx';
import { useGroupAction } from './use-group-action.ts';

type Ending = 'leave' | 'close';
const ICONS: Record<Ending, IconName> = { leave: 'log-out', close: 'circle-x' };

/** The lines of a group's menu that end something, each after a question. */
export function GroupMenuItems({ group, closeMenu }: { group: GroupPage; closeMenu: () => void }) {
  const { performAction } = useGroupAction();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Ending | null>(null);
  const { confirm } = texts;
  const ask = (ending: Ending) => {
    closeMenu();
    setAsked(ending);
  };
  const end = (ending: Ending) => performAction(ending, { groupId: group.id }, async () => navigate('/groups'));
  const endings: Ending[] = group.role === 'owner' ? ['leave', 'close'] : ['leave'];
  return (
    <>
      {endings.map((ending) => (
        <GroupActionForm key={ending} action={ending} subject={{ groupId: group.id }} returnUrl="/groups" onAction={() => ask(ending)}>
          <button type="submit" className="person-menu-item">
            <Icon icon={ICONS[ending]} size="small" />
            {texts.page[ending]}
          </button>
        </GroupActionForm>
      ))}
      <ConfirmDialog
        isOpen={asked === 'leave'}
        title={confirm.leave.title(group.name)}
        text={group.role === 'owner' ? confirm.leave.owner : confirm.leave.member}
        cancelLabel={confirm.keep}
        confirmLabel={confirm.leave.confirm}
        onClose={() => setAsked(null)}
        onConfirm={() => end('leave')}
      />
      <ConfirmDialog
        isOpen={asked === 'close'}
        title={confirm.close.title(group.name)}
        text={confirm.close.text}
        cancelLabel={confirm.keep}
        confirmLabel={confirm.close.confirm}
        onClose={() => setAsked(null)}
        onConfirm={() => end('close')}
      />
    </>
  );
}
