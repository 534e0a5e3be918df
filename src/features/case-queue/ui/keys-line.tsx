import { texts } from '../texts.ts';

/** What the keys do and how to read the clocks; only where there is room, and likely a keyboard. */
export function KeysLine({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <div className="waiting-keys">
      {isOn && (
        <p className="needs-js">
          <span>
            <kbd>J</kbd> <kbd>K</kbd> {texts.keys.upDown}
          </span>
          <span>
            <kbd>T</kbd> {texts.keys.take}
          </span>
          <span>
            <kbd>Enter</kbd> {texts.keys.open}
          </span>
        </p>
      )}
      <button type="button" className="link needs-js" onClick={onToggle}>
        {isOn ? texts.keys.on : texts.keys.off}
      </button>
      <p>{texts.legend}</p>
    </div>
  );
}
