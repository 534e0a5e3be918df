import { Form } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { GUARDIAN_PATH, type ConsentDoor as Door } from '../schema.ts';
import { texts, type ClosedPart } from '../texts.ts';
import './consent-door.css';

type ConsentDoorProps = {
  door: Door;
  part: ClosedPart;
  /** The path of the page that it stands on: the player comes back there. */
  returnPath: string;
};

/** Stands where something is closed because of a player's age: why, and what they can do. */
export function ConsentDoor({ door, part, returnPath }: ConsentDoorProps) {
  const words = texts.door;
  const pendingForm = usePendingForm();
  const to = `${GUARDIAN_PATH}?returnUrl=${encodeURIComponent(returnPath)}`;
  return (
    <Note title={words.title[part]}>
      <div className="consent-door">
        <p>{words.text[door.state]}</p>
        {door.canRemind ? (
          <Form method="post" action={GUARDIAN_PATH} onSubmit={pendingForm.onSubmit}>
            <input type="hidden" name="returnUrl" value={returnPath} />
            <Button type="submit" name="do" value="remind" variant="secondary" aria-disabled={pendingForm.action !== null || undefined}>
              {words.remind}
            </Button>
          </Form>
        ) : (
          <LinkButton variant="secondary" to={to}>
            {texts.link[door.state]}
          </LinkButton>
        )}
      </div>
    </Note>
  );
}
