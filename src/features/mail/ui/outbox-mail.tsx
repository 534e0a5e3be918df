import { Link } from 'react-router';
import type { OutboxView } from '../schema.ts';
import { texts } from '../texts.ts';
import './outbox.css';

const LINK = /(https?:\/\/\S+)/;

/** One email of demo mode: the HTML version, and the plain text with clickable links. */
export function OutboxMail({ mail }: { mail: OutboxView }) {
  const { outbox } = texts;
  return (
    <div className="wrap section outbox">
      <p>
        <Link className="see-all" to="/dev/outbox">
          {outbox.back}
        </Link>
      </p>
      <h1>{mail.subject}</h1>
      <p className="muted">
        {outbox.to} {mail.to}, {mail.at.slice(0, 19).replace('T', ' ')} UTC
      </p>
      {/* A sandbox without scripts; links open in the main window. */}
      <iframe title={mail.subject} srcDoc={mail.html} sandbox="allow-top-navigation-by-user-activation" className="outbox-frame" />
      <h2>{outbox.asText}</h2>
      <pre className="outbox-text">
        {mail.text.split(LINK).map((part, index) =>
          LINK.test(part) ? (
            <a key={`${index}${part}`} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </pre>
    </div>
  );
}
