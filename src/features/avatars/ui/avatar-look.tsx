import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { WHOLE_VIEW, type Figure } from '../figure/rules.ts';
import { AVATAR_PATH } from '../schema.ts';
import { texts } from '../texts.ts';
import { FigureSvg } from './figure-svg.tsx';
import './editor.css';

type AvatarLookProps = {
  figure: Figure;
  /** The round picture, if it is not the figure's head. */
  picture: string | null;
  /** Null without JavaScript, which mixing needs. */
  onMix: (() => void) | null;
};

/** The player as they will be seen: the whole figure, and the round picture. */
export function AvatarLook({ figure, picture, onMix }: AvatarLookProps) {
  const whole = { ...figure, pieces: figure.pieces.filter(({ part }) => part.kind !== 'ground') };
  const cloth = { ...figure, pieces: figure.pieces.filter(({ part }) => part.kind === 'ground') };
  return (
    <section className="panel avatar-look" aria-label={texts.now}>
      <div className="avatar-stage">
        <FigureSvg className="avatar-cloth" figure={cloth} view="20 40 200 200" />
        <span className="avatar-floor" />
        <FigureSvg className="avatar-whole" figure={whole} view={WHOLE_VIEW} label={texts.now} />
      </div>
      <div className="avatar-strip">
        {picture === null ? (
          <FigureSvg className="avatar avatar-round" figure={figure} view={figure.roundView} />
        ) : (
          <Avatar className="avatar avatar-round" src={picture} size={48} />
        )}
        <p>{texts.roundPicture}</p>
        <div className="avatar-strip-acts">
          <LinkButton size="sm" variant="soft" to={`${AVATAR_PATH}?tab=picture`} preventScrollReset>
            <Icon icon="image" size="small" />
            {texts.choosePicture}
          </LinkButton>
          {onMix !== null && (
            <Button size="sm" variant="soft" onClick={onMix}>
              <Icon icon="dices" size="small" />
              {texts.mix}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
