import type { ReactNode } from 'react';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import type { FriendAction } from '../schema.ts';
import { FRIEND_ACTIONS_URL } from './use-friend-action.ts';

type FriendActionFormProps = ButtonStyle & {
  action: FriendAction;
  /** Null for the viewer's own friend code. */
  playerId: string | null;
  /** The player's friend code, for asking and accepting. */
  code?: string | null;
  /** Where a browser without JavaScript returns to. */
  returnUrl: string;
  /** Accessible label, if the visible text does not name the player. */
  label?: string;
  isDisabled?: boolean;
  onAction: (form: HTMLFormElement) => void;
  children: ReactNode;
};

/** A button for one action; without JavaScript, a form. */
export function FriendActionForm({
  action,
  playerId,
  code = null,
  returnUrl,
  label,
  isDisabled = false,
  onAction,
  children,
  ...buttonProps
}: FriendActionFormProps) {
  return (
    <form
      method="post"
      action={FRIEND_ACTIONS_URL}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onAction(event.currentTarget);
      }}
    >
      <input type="hidden" name="do" value={action} />
      {playerId !== null && <input type="hidden" name="id" value={playerId} />}
      {code !== null && <input type="hidden" name="code" value={code} />}
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <Button type="submit" aria-label={label} aria-disabled={isDisabled || undefined} {...buttonProps}>
        {children}
      </Button>
    </form>
  );
}
