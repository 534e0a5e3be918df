import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { urlForFriends } from '../rules.ts';
import { texts } from '../texts.ts';

type SignInPromptProps = {
  /** Where the visitor returns after signing in. */
  returnUrl: string;
  title: string;
  text: string;
};

function SignInPrompt({ returnUrl, title, text }: SignInPromptProps) {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={title} text={text}>
        <LinkButton variant="primary" multiline to={`/login?returnUrl=${encodeURIComponent(returnUrl)}`}>
          {texts.logIn}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** The friends page for visitors (spec 2, section 2). @param props.returnUrl where they return after signing in */
export function FriendsForVisitors({ returnUrl }: { returnUrl: string }) {
  return <SignInPrompt returnUrl={returnUrl} title={texts.pleaseLogIn} text={texts.pleaseLogInText} />;
}

/** Every player's page for visitors, whether or not there is such a player. @param props.returnUrl where they return after signing in */
export function ProfileForVisitors({ returnUrl }: { returnUrl: string }) {
  return <SignInPrompt returnUrl={returnUrl} title={texts.signInToSee} text={texts.signInToSeeText} />;
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
