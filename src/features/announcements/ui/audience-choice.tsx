import { Field } from '../../../web/kit/field.tsx';
import { AUDIENCES, type AnnouncementFields, type Audience } from '../schema.ts';
import { texts } from '../texts.ts';

const HINTS: Partial<Record<Audience, string>> = { everybody: texts.everybodyHint, game: texts.gameHint };

type AudienceChoiceProps = {
  initial: AnnouncementFields;
  /** What is chosen now; undefined before the first change. */
  chosen: string | undefined;
  errors: Partial<Record<string, string>>;
};

/** Whom an announcement is for. The field for the game is always there without scripts, and with them where it is needed. */
export function AudienceChoice({ initial, chosen, errors }: AudienceChoiceProps) {
  const first = initial.audience === undefined || initial.audience === '' ? 'everybody' : initial.audience;
  const isGame = (chosen ?? first) === 'game';
  return (
    <>
      <fieldset className="choices">
        <legend>{texts.audience}</legend>
        {AUDIENCES.map((audience) => (
          <label key={audience} className="choice">
            <input type="radio" name="audience" value={audience} defaultChecked={audience === first} />
            <span>
              {texts.audiences[audience]}
              {HINTS[audience] !== undefined && <small>{HINTS[audience]}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={isGame ? 'announcement-game' : 'announcement-game is-other'}>
        <Field
          name="game"
          label={texts.game}
          hint={texts.gameFieldHint}
          defaultValue={initial.game ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors['game'] ?? null}
        />
      </div>
    </>
  );
}
