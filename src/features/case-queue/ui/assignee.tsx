import { Avatar } from '../../../web/kit/avatar.tsx';
import type { Assignee as AssigneeView } from '../schema.ts';
import { texts } from '../texts.ts';
import './case-clock.css';

/** Who of the team looks at a case. */
export function Assignee({ assignee }: { assignee: AssigneeView }) {
  return (
    <p className="case-assignee">
      <Avatar src={assignee.avatar} size={28} lazy />
      <span dir="auto">{texts.lookingAtIt(assignee)}</span>
    </p>
  );
}
