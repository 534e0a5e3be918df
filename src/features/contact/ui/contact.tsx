import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { Note } from '../../../web/kit/note.tsx';
import type { ContactResult, ContactView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ContactForm } from './contact-form.tsx';
import './contact.css';

type ContactProps = { view: ContactView; isSent: boolean; answer: ContactResult | undefined };

/** /contact: the form, and the other ways to reach us. */
export function Contact({ view, isSent, answer }: ContactProps) {
  return (
    <div className="wrap section contact">
      <div className="contact-head">
        <h1>{texts.title}</h1>
        <p className="contact-lead">{texts.lead}</p>
      </div>
      <section className="panel contact-main" aria-label={texts.form}>
        {isSent ? <SentNotice /> : <ContactForm view={view} answer={answer} />}
      </section>
      <aside className="contact-ways" aria-labelledby="contact-ways">
        <Note title={texts.ways.safety}>
          <p>
            {texts.ways.safetyText} {texts.ways.report}
          </p>
        </Note>
        <h2 id="contact-ways">{texts.ways.title}</h2>
        <dl>
          <ContactMethod icon="mail" name={texts.ways.email}>
            <a className="link" href={`mailto:${view.support}`}>
              {view.support}
            </a>
          </ContactMethod>
          <ContactMethod icon="map-pin" name={texts.ways.office}>
            {texts.ways.place}
          </ContactMethod>
          <ContactMethod icon="clock" name={texts.ways.hours}>
            {texts.ways.open}
          </ContactMethod>
        </dl>
        <p>
          <Link className="link contact-help" to="/help-center">
            <Icon icon="life-buoy" size="small" />
            {texts.ways.help}
          </Link>
        </p>
        <p>
          <Link className="link contact-help" to="/status">
            <Icon icon="wrench" size="small" />
            {texts.ways.status}
          </Link>
        </p>
      </aside>
    </div>
  );
}

function ContactMethod({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon icon={icon} size="small" />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Gets the focus, so that screen readers announce it and keyboards continue here: the pressed button is gone. */
function SentNotice() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="contact-sent" tabIndex={-1} role="status">
      <Note variant="good" title={texts.sent.title}>
        <p>{texts.sent.text}</p>
      </Note>
      <p>
        <LinkButton variant="soft" to="/contact">
          {texts.sent.again}
        </LinkButton>
      </p>
    </div>
  );
}
