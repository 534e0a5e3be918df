import { SKINS } from '../body.rules.ts';
import { texts } from '../texts.ts';
import './avatars.css';

/** The skin colours of the figure's body. Each has a name, for players who cannot tell colours apart. */
export function SkinPicker({ skin, onChoose }: { skin: string; onChoose: (skin: string) => void }) {
  return (
    <fieldset className="skin-choice">
      <legend>{texts.skins}</legend>
      <div className="skins">
        {SKINS.map(({ name, hex }) => (
          <label key={hex} className="skin">
            <input type="radio" name="skin" value={hex} checked={skin === hex} onChange={() => onChoose(hex)} />
            <span className="skin-dot" style={{ background: hex }} />
            <span className="skin-name">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
