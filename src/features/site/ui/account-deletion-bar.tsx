import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { SignOutButton } from './sign-out.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The content of the bar for an account that is about to be deleted. It has no links: each would redirect to the page where they can keep it. */
export function AccountDeletionBar() {
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
