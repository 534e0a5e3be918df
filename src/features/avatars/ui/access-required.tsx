import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { FormerLook } from '../history/schema.ts';
import { AVATAR_PATH, UPLOADED_HEAD, type AvatarResult, type UploadedPicture } from '../schema.ts';
import { getResultToast, texts } from '../texts.ts';
import { FormerLooks } from './former-looks.tsx';
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

type PremiumRequiredProps = { picture: UploadedPicture | null; looks: FormerLook[]; answer: AvatarResult | undefined };

/** The avatar page without premium. A player can go back to a look they had, and choose or delete a picture they uploaded with premium. */
export function PremiumRequired({ picture, looks, answer }: PremiumRequiredProps) {
  const toast = getResultToast(answer);
  useResultToast(answer, toast);
  // The card of their own picture has a button of its own.
  const others = looks.filter(({ look }) => look !== UPLOADED_HEAD || picture?.state !== 'approved');
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
      {others.length > 0 && <FormerLooks looks={others} />}
      {picture !== null && <UploadedPictureCard picture={picture} />}
    </div>
  );
}
