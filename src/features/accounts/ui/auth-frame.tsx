import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import './auth.css';

type AuthFrameProps = {
  greeting: string;
  greetingMeaning: string;
  title: string;
  /** The text below the title. */
  lead: ReactNode;
  /** Shown in the page for browsers without JavaScript, which have no toasts. */
  answer?: AccountResult;
  children: ReactNode;
};

/** The frame of the account pages: a patterned panel with a greeting beside the form; on phones the panel is above the form. */
export function AuthFrame({ greeting, greetingMeaning, title, lead, answer, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);
  // When the view of the same page changes, move the focus to its title, for keyboards and screen readers.
  useEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="auth">
      <div className="auth-cloth cloth">
        <img className="auth-photo" src="/brand/hero-left.svg" width="320" height="240" alt="" loading="lazy" />
        <img className="auth-photo auth-photo-right" src="/brand/hero-right.svg" width="320" height="240" alt="" loading="lazy" />
        <div className="auth-greeting">
          <p className="display" lang="sw">
            {greeting}
          </p>
          <p>{greetingMeaning}</p>
        </div>
        <Kombi mood="peek" />
      </div>
      <div className="auth-side">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="muted">{lead}</p>
        </div>
        {answer?.toast && (
          <noscript>
            <Note variant={answer.toast.kind} title={answer.toast.title}>
              <p>{answer.toast.text}</p>
            </Note>
          </noscript>
        )}
        {children}
      </div>
    </div>
  );
}

/** The link from an account page to the home page. */
export function HomeLink() {
  return (
    <p className="auth-home">
      <Link to="/" className="link">
        <Icon icon="house" size="small" />
        {texts.signIn.home}
      </Link>
    </p>
  );
}
