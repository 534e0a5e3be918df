import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { urlForFriends } from '../rules.ts';
import { texts } from '../texts.ts';

/** The friends page for visitors (spec 2, section 2). @param props.returnUrl where they return after signing in */
export function SignInPrompt({ returnUrl }: { returnUrl: string }) {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={texts.pleaseLogIn} text={texts.pleaseLogInText}>
        <LinkButton variant="primary" multiline to={`/login?returnUrl=${encodeURIComponent(returnUrl)}`}>
          {texts.logIn}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** Shown if a player does not exist or is hidden from this viewer. */
export function ProfileNotFound() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.profile.notFound} text={texts.profile.notFoundText}>
        <LinkButton variant="primary" multiline to={urlForFriends()}>
          {texts.profile.back}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
