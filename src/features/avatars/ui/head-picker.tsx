import type { ReactNode } from 'react';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Figure } from '../figure/rules.ts';
import { groupByStyle } from '../rules.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, type AvatarView } from '../schema.ts';
import { texts } from '../texts.ts';
import { FigureSvg } from './figure-svg.tsx';
import './avatars.css';

type HeadPickerProps = {
  view: AvatarView;
  figure: Figure;
  selected: string;
  onChoose: (head: string) => void;
};

/** All round pictures to choose from: the figure's head and the player's own picture first, then the templates by style. */
export function HeadPicker({ view, figure, selected, onChoose }: HeadPickerProps) {
  const option = (value: string, picture: ReactNode, name: string, isPremium = false) => (
    <label key={value} className="head-option">
      <input type="radio" name="template" value={value} checked={selected === value} onChange={() => onChoose(value)} />
      {picture}
      <span className="head-name">{name}</span>
      {isPremium && (
        <span className="head-premium">
          <Icon icon="crown" size="small" />
          {texts.premium}
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="head-choice">
      <legend>{texts.heads}</legend>
      <p className="muted">{texts.headsText}</p>
      <p className="head-style-name">{texts.mine}</p>
      <div className="head-grid">
        {option(GENERATED_HEAD, <FigureSvg className="avatar head-figure" figure={figure} view={figure.roundView} />, texts.drawn)}
        {view.approvedUrl !== null && option(UPLOADED_HEAD, <Avatar src={view.approvedUrl} size={84} lazy />, texts.own)}
      </div>
      {groupByStyle(view.templates).map(({ style, templates }) => (
        <div key={style} className="head-style">
          <p className="head-style-name">{texts.styleName(style)}</p>
          <div className="head-grid">
            {templates.map((each) => option(each.id, <Avatar src={each.picture} size={84} lazy />, each.name, each.isPremium))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** The URL of a chosen picture; null for the figure's own head. */
export function urlForHead(view: AvatarView, head: string): string | null {
  if (head === UPLOADED_HEAD) return view.approvedUrl;
  return view.templates.find(({ id }) => id === head)?.picture ?? null;
}
