import { Crown } from 'lucide-react';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { byStyle } from '../rules.ts';
import { DRAWN, OWN, type AvatarView } from '../schema.ts';
import { texts } from '../texts.ts';

type HeadChoiceProps = {
  view: AvatarView;
  chosen: string;
  onChoose: (head: string) => void;
};

/** All heads there are to choose from: what is the player's own, then the templates by their style. */
export function HeadChoice({ view, chosen, onChoose }: HeadChoiceProps) {
  const option = (value: string, picture: string, name: string, isPremium = false) => (
    <label key={value} className="head-option">
      <input type="radio" name="template" value={value} checked={chosen === value} onChange={() => onChoose(value)} />
      <Avatar src={picture} size={84} lazy />
      <span className="head-name">{name}</span>
      {isPremium && (
        <span className="head-premium">
          <Icon icon={Crown} size="small" />
          {texts.premium}
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="head-choice">
      <legend>{texts.heads}</legend>
      <p className="head-style-name">{texts.mine}</p>
      <div className="head-grid">
        {option(DRAWN, view.drawn, texts.drawn)}
        {view.own !== null && option(OWN, view.own, texts.own)}
      </div>
      {byStyle(view.templates).map(({ style, templates }) => (
        <div key={style} className="head-style">
          <p className="head-style-name">{texts.styleName(style)}</p>
          <div className="head-grid">{templates.map((each) => option(each.id, each.picture, each.name, each.isPremium))}</div>
        </div>
      ))}
    </fieldset>
  );
}

/** The address of a head's picture. */
export function pictureOf(view: AvatarView, head: string): string {
  if (head === OWN && view.own !== null) return view.own;
  return view.templates.find(({ id }) => id === head)?.picture ?? view.drawn;
}
