import type { ReactNode } from 'react';
import type { GroupFormAction } from '../form-actions.schema.ts';
import { GROUP_ACTIONS_URL, type ActionSubject } from './use-group-action.ts';

type GroupActionFormProps = {
  action: GroupFormAction;
  subject: ActionSubject;
  /** Where a browser without JavaScript returns to. */
  returnUrl: string;
  onAction: (form: HTMLFormElement) => void;
  /** The button. */
  children: ReactNode;
};

/** A form around one button, which works without JavaScript too. */
export function GroupActionForm({ action, subject, returnUrl, onAction, children }: GroupActionFormProps) {
  return (
    <form
      method="post"
      action={GROUP_ACTIONS_URL}
      onSubmit={(event) => {
        event.preventDefault();
        onAction(event.currentTarget);
      }}
    >
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="group" value={subject.groupId} />
      {subject.playerId !== undefined && <input type="hidden" name="id" value={subject.playerId} />}
      <input type="hidden" name="returnUrl" value={returnUrl} />
      {children}
    </form>
  );
}
