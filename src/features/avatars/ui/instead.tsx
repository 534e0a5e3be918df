import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/state.tsx';
import { AVATAR_ADDRESS, type AvatarAnswer, type OwnPicture } from '../schema.ts';
import { texts } from '../texts.ts';
import { Answered } from './answered.tsx';
import { OwnPictureCard } from './own-picture.tsx';
import { useAnswerToast } from './use-answer-toast.ts';

/** The avatar page for who is signed out (spec 2, section 2). */
export function PleaseLogIn() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={texts.pleaseLogIn} text={texts.pleaseLogInText}>
        <LinkButton variant="primary" to={`/login?returnUrl=${encodeURIComponent(AVATAR_ADDRESS)}`}>
          {texts.logIn}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** The avatar page without premium. Who brought a picture while they had it can still take it away. */
export function PremiumFeature({ picture, answer }: { picture: OwnPicture | null; answer: AvatarAnswer | undefined }) {
  useAnswerToast(answer);
  return (
    <div className="wrap section avatar-page">
      <Answered answer={answer} />
      <EmptyState level={1} mood="happy" title={texts.premiumFeature} text={texts.premiumFeatureText}>
        <LinkButton variant="primary" to="/subscription">
          {texts.upgrade}
        </LinkButton>
        <LinkButton to="/profile">{texts.back}</LinkButton>
      </EmptyState>
      {picture !== null && <OwnPictureCard picture={picture} />}
    </div>
  );
}
