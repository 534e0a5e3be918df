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
        draw={(shape) => <ShapePicture shape={shape} />}
      />
      <PartField
        name="color"
        options={BADGE_COLORS}
        chosen={badge.color}
        onChoose={(color) => onChange({ color })}
        draw={(color) => <span className="badge-dot" style={{ '--dot': PAINTS[color].ground } as CSSProperties} />}
      />
      <PartField
        name="cloth"
        options={BADGE_CLOTHS}
        chosen={badge.cloth}
        onChoose={(cloth) => onChange({ cloth })}
        draw={(cloth) => <ClothPicture cloth={cloth} color={badge.color} />}
      />
      <PartField
        name="sign"
        options={BADGE_SIGNS}
        chosen={badge.sign}
        onChoose={(sign) => onChange({ sign })}
        draw={(sign) => <SignPicture sign={sign} />}
      />
    </>
  );
}

type PartFieldProps<Option extends string> = {
  name: keyof GroupBadge;
  options: readonly Option[];
  chosen: Option;
  onChoose: (option: Option) => void;
  draw: (option: Option) => ReactNode;
};

function PartField<Option extends string>({ name, options, chosen, onChoose, draw }: PartFieldProps<Option>) {
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
            {draw(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
