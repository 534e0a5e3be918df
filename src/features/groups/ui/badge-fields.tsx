import type { CSSProperties, ReactNode } from 'react';
import { PAINTS } from '../badge/rules.ts';
import { BADGE_CLOTHS, BADGE_COLORS, BADGE_SHAPES, BADGE_SIGNS, type GroupBadge } from '../badge/schema.ts';
import { badgeTexts } from '../page.texts.ts';
import { ClothPicture, ShapePicture, SignPicture } from './group-badge.tsx';

type BadgeFieldsProps = { badge: GroupBadge; onChange: (change: Partial<GroupBadge>) => void };

/** The parts of a badge as tiles, which are radio buttons. */
export function BadgeFields({ badge, onChange }: BadgeFieldsProps) {
  return (
    <>
      <PartField
        name="shape"
        options={BADGE_SHAPES}
        chosen={badge.shape}
        onChoose={(shape) => onChange({ shape })}
        renderOption={(shape) => <ShapePicture shape={shape} />}
      />
      <PartField
        name="color"
        options={BADGE_COLORS}
        chosen={badge.color}
        onChoose={(color) => onChange({ color })}
        renderOption={(color) => <span className="badge-dot" style={{ '--dot': PAINTS[color].ground } as CSSProperties} />}
      />
      <PartField
        name="cloth"
        options={BADGE_CLOTHS}
        chosen={badge.cloth}
        onChoose={(cloth) => onChange({ cloth })}
        renderOption={(cloth) => <ClothPicture cloth={cloth} color={badge.color} />}
      />
      <PartField
        name="sign"
        options={BADGE_SIGNS}
        chosen={badge.sign}
        onChoose={(sign) => onChange({ sign })}
        renderOption={(sign) => <SignPicture sign={sign} />}
      />
    </>
  );
}

type PartFieldProps<Option extends string> = {
  name: keyof GroupBadge;
  options: readonly Option[];
  chosen: Option;
  onChoose: (option: Option) => void;
  renderOption: (option: Option) => ReactNode;
};

function PartField<Option extends string>({ name, options, chosen, onChoose, renderOption }: PartFieldProps<Option>) {
  const { legend, names }: { legend: string; names: Partial<Record<string, string>> } = badgeTexts[name];
  return (
    <fieldset className="badge-part">
      <legend>{legend}</legend>
      <div className="badge-tiles">
        {options.map((option) => (
          <label key={option} className="badge-tile" title={names[option]}>
            <input
              type="radio"
              name={name}
              value={option}
              aria-label={names[option]}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            {renderOption(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
