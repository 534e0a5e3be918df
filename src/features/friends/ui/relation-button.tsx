import type { ButtonStyle } from '../../../web/kit/button.tsx';
import { relationAfter } from '../rules.ts';
import type { AskingAccess, FriendAction, PlayerSummary, Relation } from '../schema.ts';
import { texts } from '../texts.ts';
import { FriendActionForm } from './friend-action-form.tsx';
import type { PerformFriendAction } from './use-friend-action.ts';

const NEXT_ACTION: Record<Relation, FriendAction> = { none: 'ask', received: 'accept', blocked: 'unblock', sent: 'ask', friends: 'ask' };

type RelationButtonProps = Pick<ButtonStyle, 'size'> & {
  player: PlayerSummary;
  relation: Relation;
  asking: AskingAccess;
  /** Their friend code, if it is what found them. */
  code: string | null;
  /** Asking with the code makes a friend one by code. */
  opensByCode?: boolean;
  /** The action in progress for this player. */
  pendingAction: FriendAction | undefined;
  returnUrl: string;
  performAction: PerformFriendAction;
};

/** The relation of a found player as a button that changes it (spec 2, section 4), or why they cannot be asked. */
export function RelationButton(props: RelationButtonProps) {
  const { player, relation: currentRelation, asking, code, opensByCode = false, pendingAction, returnUrl, performAction, size } = props;
  const relation = relationAfter(currentRelation, pendingAction);
  if (currentRelation === 'none' && asking !== 'open') return <span className="person-note">{texts.asking[asking]}</span>;
  const canOpen = relation === 'friends' && opensByCode && pendingAction === undefined;
  const label = canOpen ? texts.opensByCode.button : texts.relation[relation];
  const action = NEXT_ACTION[relation];
  const sentCode = action === 'ask' || action === 'accept' ? code : null;
  return (
    <FriendActionForm
      action={action}
      playerId={player.id}
      code={sentCode}
      returnUrl={returnUrl}
      variant={relation === 'blocked' ? 'soft' : 'primary'}
      size={size}
      label={texts.about(label, player.displayName)}
      isDisabled={relation === 'sent' || (relation === 'friends' && !canOpen)}
      onAction={() => void performAction(action, player.id, { code: sentCode })}
    >
      {label}
    </FriendActionForm>
  );
}
