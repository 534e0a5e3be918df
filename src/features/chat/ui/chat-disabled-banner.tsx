import { Note } from '../../../web/kit/note.tsx';
import { texts } from '../texts.ts';
import './chat.css';

/** Banner that shows that chat is disabled for everybody. */
export function ChatDisabledBanner() {
  return (
    <div className="chat-off" role="status">
      <Note title={texts.off.title}>{texts.off.text}</Note>
    </div>
  );
}
