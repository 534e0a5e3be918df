import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { AVATAR_PATH, type AvatarResult, type UploadedPicture } from '../schema.ts';
import { getResultToast, texts } from '../texts.ts';
import { UploadedPictureCard } from './uploaded-picture-card.tsx';
import './avatars.css';

/** The avatar page for logged-out visitors (spec 2, section 2). */
export function LoginRequired() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={texts.pleaseLogIn} text={texts.pleaseLogInText}>
        <LinkButton variant="primary" multiline to={`/login?returnUrl=${encodeURIComponent(AVATAR_PATH)}`}>
          {texts.logIn}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** The avatar page without premium. A player who uploaded a picture while they had premium can still delete it. */
export function PremiumRequired({ picture, answer }: { picture: UploadedPicture | null; answer: AvatarResult | undefined }) {
  const toast = getResultToast(answer);
  useResultToast(answer, toast);
  return (
    <div className="wrap section avatar-page">
      <ResultNotice toast={toast} />
      <EmptyState level={1} mood="happy" title={texts.premiumFeature} text={texts.premiumFeatureText}>
        <LinkButton variant="primary" multiline to="/subscription">
          {texts.upgrade}
        </LinkButton>
        <LinkButton multiline to="/profile">
          {texts.back}
        </LinkButton>
      </EmptyState>
      {picture !== null && <UploadedPictureCard picture={picture} />}
    </div>
  );
}
