import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { texts } from '../texts.ts';

/** Above the buttons of a decision: something came in that it would not be about. @param onRead null if nothing did */
export function NewerNotice({ onRead }: { onRead: (() => void) | null }) {
  return (
    <div role="status">
      {onRead && (
        <Note title={texts.newer.title}>
          <p>{texts.newer.text}</p>
          <Button variant="secondary" size="sm" onClick={onRead}>
            {texts.newer.read}
          </Button>
        </Note>
      )}
    </div>
  );
}
