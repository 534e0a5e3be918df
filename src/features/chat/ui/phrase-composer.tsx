import { Link } from 'react-router';
import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
import type { ChatAccess } from '../schema.ts';
import { phrases } from '../phrases.texts.ts';
import { texts } from '../texts.ts';
import { urlForConversation } from './chat-api.ts';
// The server renders the door, so its styles do not wait for its code.
import '../../guardians/ui/consent-door.css';
import './phrase-composer.css';

// Nothing is closed to most players who chat.
const loadConsentDoor = async () => (await import('../../guardians/ui/consent-door.tsx')).ConsentDoor;
const DeferredConsentDoor = loadLater(
  import.meta.env.SSR ? await loadConsentDoor() : null,
  loadConsentDoor,
  <div className="note plain" hidden {...preservedHtml} />,
);

/** Where the player's friend code stands, and a friend's can be typed. */
const CODES_PATH = '/friends?tab=search';

type PhraseComposerProps = {
  friendId: string;
  level: 'off' | 'phrases';
  door: ChatAccess['door'];
  opensByCode: boolean;
  onSend: (text: string) => void;
};

/**
 * What takes the composer's place where the two cannot write their own words: the ready phrases, if they can send those, and what the
 * player can do about the rest.
 */
export function PhraseComposer({ friendId, level, door, opensByCode, onSend }: PhraseComposerProps) {
  if (level === 'off' && !door) return null;
  const returnPath = `/friends?chat=${encodeURIComponent(friendId)}`;
  const how = door && (
    <div className="phrase-composer-door">
      <p>{texts.level.bothNeeded}</p>
      <DeferredConsentDoor door={door} part="chat" returnPath={returnPath} />
      {opensByCode && (
        <p>
          {texts.level.byCode}{' '}
          <Link className="link" to={CODES_PATH}>
            {texts.level.toCodes}
          </Link>
        </p>
      )}
    </div>
  );
  return (
    <div className="phrase-composer">
      {how &&
        (level === 'off' ? (
          how
        ) : (
          // Folded, because the messages and the phrases need the room.
          <details className="phrase-composer-how">
            <summary>{texts.level.how}</summary>
            {how}
          </details>
        ))}
      {level === 'phrases' && (
        <form method="post" action={urlForConversation(friendId)}>
          <input type="hidden" name="returnUrl" value={returnPath} />
          <ul className="phrases" aria-label={texts.phrasesLabel}>
            {phrases.map(({ text, lang }) => (
              <li key={text}>
                <button
                  type="submit"
                  className="quick-word"
                  name="text"
                  value={text}
                  lang={lang}
                  onClick={(event) => {
                    event.preventDefault();
                    onSend(text);
                  }}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </form>
      )}
    </div>
  );
}
