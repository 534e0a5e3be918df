import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { LANGUAGES, type Language } from '../schema.ts';
import './mail-link-page.css';

// What the pages have in common that a guardian opens by a link in one of our mails, without an account.

type Words = { title: string; text: string };

type MailLinkPageProps = {
  language: Language;
  className: string;
  /** What was done, and why something was not; null: nothing was. */
  toast: Words | null;
  error: Words | null;
  children: ReactNode;
};

/** The frame of such a page, in the guardian's language, whatever the language of the site around it. */
export function MailLinkPage({ language, className, toast, error, children }: MailLinkPageProps) {
  return (
    <div className="wrap section mail-link-page">
      <div className={className} lang={language}>
        <ResultNotice toast={toast} error={error} />
        {children}
      </div>
    </div>
  );
}

/** For a link that we did not make. Nobody knows the reader's language, so it stands in each. */
export function UnknownLink({ getWords }: { getWords: (language: Language) => Words }) {
  return LANGUAGES.map((language, index) => {
    const { title, text } = getWords(language);
    return (
      <section key={language} lang={language} className="mail-link-head">
        {index === 0 ? <h1>{title}</h1> : <h2>{title}</h2>}
        <p>{text}</p>
      </section>
    );
  });
}

/** The link to the same page in the other language. @param props.search the address's other parameters, which are kept */
export function LanguageLink({ language, label, search = '' }: { language: Language; label: string; search?: string }) {
  const other = language === 'sw' ? 'en' : 'sw';
  const params = new URLSearchParams(search);
  params.set('lang', other);
  return (
    <p className="mail-link-language">
      <Link className="link" to={`?${params.toString()}`} replace preventScrollReset lang={other} hrefLang={other}>
        {label}
      </Link>
    </p>
  );
}

type HeadProps = { title: ReactNode; titleRef: RefObject<HTMLHeadingElement | null>; children: ReactNode };

/** The title, which gets the focus when what was pressed is gone, and what stands below it. */
export function MailLinkHead({ title, titleRef, children }: HeadProps) {
  return (
    <div className="mail-link-head">
      <h1 ref={titleRef} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** Where to ask us. */
export function Questions({ words, children }: { words: { before: string; link: string; after: string }; children?: ReactNode }) {
  return (
    <p className="mail-link-small">
      {words.before}
      <Link className="link" to="/contact">
        {words.link}
      </Link>
      {words.after}
      {children}
    </p>
  );
}
