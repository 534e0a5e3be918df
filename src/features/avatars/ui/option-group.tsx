import { useId, type CSSProperties } from 'react';
import { Icon } from '../../../web/kit/icon.tsx';
import { getTileView, listOptions, toEditorFigure, type EditorValues, type PartField } from '../editor.rules.ts';
import { COLOUR_OPTIONS, NONE, type ColourSlot } from '../look/schema.ts';
import type { AvatarView } from '../schema.ts';
import { getOptionName, texts } from '../texts.ts';
import { FigureSvg } from './figure-svg.tsx';
import './editor.css';

type GroupProps = { view: AvatarView; values: EditorValues; onChange: (change: Partial<EditorValues>) => void };

/** The parts of one field: tiles that wear the player's own look. */
export function PartGroup({ field, view, values, onChange }: GroupProps & { field: PartField }) {
  const { view: box, only, shape } = getTileView(field);
  const options = listOptions(field, view.owned);
  return (
    <fieldset className="option-group" id={`choose-${field}`}>
      <legend>{texts.fields[field]}</legend>
      <div className={`part-tiles part-tiles-${shape}`}>
        {options.map(({ value, item }) => {
          // A hat would hide the hair that is being chosen.
          const worn = { ...values, ...(field === 'hair' ? { hats: NONE } : {}), [field]: value };
          return (
            <label key={value} className="part-tile">
              <input
                type="radio"
                name={field}
                value={value}
                checked={values[field] === value}
                onChange={() => onChange({ [field]: value })}
              />
              <span className="part-picture">
                <FigureSvg figure={toEditorFigure(worn, view, only)} view={box} />
              </span>
              <span className="part-name">{item?.name ?? getOptionName(field, value)}</span>
              <Tick />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The colours of one slot. Each has a name, for players who cannot tell colours apart. */
export function ColourGroup({ slot, values, onChange }: Omit<GroupProps, 'view'> & { slot: ColourSlot }) {
  const id = useId();
  const options: readonly { id: string; name: string; hex: string }[] = COLOUR_OPTIONS[slot];
  const chosen = options.find((each) => each.id === values[slot]);
  return (
    <fieldset className="option-group">
      <legend>{texts.colours[slot]}</legend>
      <div className="colour-dots" aria-describedby={id}>
        {options.map((colour) => (
          <label key={colour.id} className="colour-dot" style={{ '--dot': colour.hex } as CSSProperties} title={colour.name}>
            <input
              type="radio"
              name={slot}
              value={colour.id}
              aria-label={colour.name}
              checked={values[slot] === colour.id}
              onChange={() => onChange({ [slot]: colour.id })}
            />
            <Tick />
          </label>
        ))}
      </div>
      <p id={id} className="muted colour-name">
        {chosen?.name}
      </p>
    </fieldset>
  );
}

function Tick() {
  return (
    <span className="option-tick">
      <Icon icon="check" size="small" />
    </span>
  );
}
