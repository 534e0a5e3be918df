import { Crown } from 'lucide-react';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { groupByStyle } from '../rules.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, type AvatarView } from '../schema.ts';
import { texts } from '../texts.ts';
import './avatars.css';

type HeadPickerProps = {
  view: AvatarView;
  selected: string;
  onChoose: (head: string) => void;
};

/** All heads to choose from: the player's own ones first, then the templates by style. */
export function HeadPicker({ view, selected, onChoose }: HeadPickerProps) {
  const option = (value: string, picture: string, name: string, isPremium = false) => (
    <label key={value} className="head-option">
      <input type="radio" name="template" value={value} checked={selected === value} onChange={() => onChoose(value)} />
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
        {option(GENERATED_HEAD, view.generatedUrl, texts.drawn)}
        {view.approvedUrl !== null && option(UPLOADED_HEAD, view.approvedUrl, texts.own)}
      </div>
      {groupByStyle(view.templates).map(({ style, templates }) => (
        <div key={style} className="head-style">
          <p className="head-style-name">{texts.styleName(style)}</p>
          <div className="head-grid">{templates.map((each) => option(each.id, each.picture, each.name, each.isPremium))}</div>
        </div>
      ))}
    </fieldset>
  );
}

/** The URL of a head's picture. */
export function urlForHead(view: AvatarView, head: string): string {
  if (head === UPLOADED_HEAD && view.approvedUrl !== null) return view.approvedUrl;
  return view.templates.find(({ id }) => id === head)?.picture ?? view.generatedUrl;
}
