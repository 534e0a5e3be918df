import { Note } from '../../../web/kit/note.tsx';
import { texts } from '../texts.ts';
import './chat.css';

/** Banner that shows that chat is disabled for everybody. @param props.message what the operator says about it; '' for nothing */
export function ChatDisabledBanner({ message }: { message: string }) {
  return (
    <div className="chat-off" role="status">
      <Note title={texts.off.title}>
        <p>{texts.off.text}</p>
        {message !== '' && <p dir="auto">{message}</p>}
      </Note>
    </div>
  );
}
