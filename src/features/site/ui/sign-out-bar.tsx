import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { SignOutButton } from './sign-out.tsx';
import { ThemeButton } from './theme-button.tsx';

/**
 * The bar for somebody who is signed in and to whom one page is open: their account is about to be deleted, or they have not said yet how
 * old they are. It has no links: each would lead back to that page.
 */
export function SignOutBar() {
  return (
    <header className="bar">
      <div className="bar-row">
        <span className="bar-logo">
          <Wordmark />
        </span>
        <span className="bar-gap" />
        <ThemeButton />
        <SignOutButton className="nav-link bar-sign-out" />
      </div>
      <div className="pindo" />
    </header>
  );
}
