import { House } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { FormResult } from '../schema.ts';
import { texts } from '../texts.ts';

type AuthFrameProps = {
  greeting: string;
  greetingMeaning: string;
  title: string;
  /** What stands under the title. */
  lead: ReactNode;
  /** For those without JavaScript, who see no toast. */
  answer?: FormResult;
  children: ReactNode;
};

/** The frame of the account pages: cloth with a greeting on one side, the form on the other; on phones above it. */
export function AuthFrame({ greeting, greetingMeaning, title, lead, answer, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);
  // Another view of the same page: the keyboard and the screen reader begin at its title.
  useEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="auth">
      <div className="auth-cloth cloth">
        <img className="auth-photo left" src="/brand/hero-left.svg" width="320" height="240" alt="" loading="lazy" />
        <img className="auth-photo right" src="/brand/hero-right.svg" width="320" height="240" alt="" loading="lazy" />
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

/** The way out of an account page. */
export function HomeLink() {
  return (
    <p className="auth-home">
      <Link to="/" className="link">
        <Icon icon={House} size="small" />
        {texts.signIn.home}
      </Link>
    </p>
  );
}
