import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { texts } from '../page.texts.ts';

/** Every page of groups for visitors, whether or not there is such a group. @param props.returnUrl where they return after signing in */
export function GroupsForVisitors({ returnUrl }: { returnUrl: string }) {
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

/** The same for a group that there is not, and for one that is not the viewer's. */
export function GroupNotFound() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.page.notFound} text={texts.page.notFoundText}>
        <LinkButton variant="primary" multiline to="/groups">
          {texts.back}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
