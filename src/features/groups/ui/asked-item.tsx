import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import type { GroupFormAction } from '../form-actions.schema.ts';
import { GroupActionForm } from './group-action-form.tsx';
import type { ActionSubject } from './use-group-action.ts';

type AskedItemProps = {
  action: GroupFormAction;
  subject: ActionSubject;
  returnUrl: string;
  icon: IconName;
  label: string;
  /** What the dialog says, for browsers that open none. */
  question: { text: string; confirm: string };
  /** Opens the dialog. */
  onAsk: () => void;
};

/** An entry of a menu that cannot be taken back, so it asks first: in a dialog, or without JavaScript and until hydration in place. */
export function AskedItem({ action, subject, returnUrl, icon, label, question, onAsk }: AskedItemProps) {
  const hydrated = useHydrated();
  const content = (
    <>
      <Icon icon={icon} size="small" />
      {label}
    </>
  );
  const form = { action, subject, returnUrl, onAction: onAsk };
  if (hydrated)
    return (
      <GroupActionForm {...form}>
        <button type="submit" className="person-menu-item">
          {content}
        </button>
      </GroupActionForm>
    );
  return (
    <details className="group-ask">
      <summary className="person-menu-item">{content}</summary>
      <GroupActionForm {...form}>
        <p>{question.text}</p>
        <Button type="submit" variant="danger-solid" size="sm" multiline>
          {question.confirm}
        </Button>
      </GroupActionForm>
    </details>
  );
}
