import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { useNonce } from '../../../web/nonce.ts';
import { LINE_PATH, type LineLink, type SiteLine } from '../schema.ts';
import { texts } from '../line.texts.ts';
import { chooseLine, lineScript, readClosedLines, saveClosedLine } from './closed-lines.ts';
import styles from './site-line.css?url';
import { useIsMaintained } from './use-is-maintained.ts';

/** Browsers hold no longer timer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * The line over the site. Only one is shown: the first of `lines` that was not closed in this browser and is not over. Only pages that have a
 * line load this, and its styles. The server's HTML has all of them, because it may be the same for all visitors.
 */
export function SiteLines({ lines }: { lines: readonly SiteLine[] }) {
  return (
    <div className="site-lines">
      <link rel="stylesheet" href={styles} precedence="site-line" />
      {import.meta.env.SSR ? <ServerLines lines={lines} /> : <CurrentLine lines={lines} />}
    </div>
  );
}

function ServerLines({ lines }: { lines: readonly SiteLine[] }) {
  const nonce = useNonce();
  return (
    <>
      {lines.map((line, i) => (
        <Line key={i} line={line} isShown={i === 0} onClose={() => {}} />
      ))}
      <noscript>
        <link rel="stylesheet" href={LINE_PATH} />
      </noscript>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: lineScript() }} />
    </>
  );
}

function CurrentLine({ lines }: { lines: readonly SiteLine[] }) {
  const [closed, setClosed] = useState(readClosedLines);
  const [now, setNow] = useState(Date.now);
  const isMaintained = useIsMaintained(lines);
  const shown = chooseLine(lines, { closedIds: closed, now, isMaintained });
  const endsAt = shown?.kind === 'announcement' ? Date.parse(shown.endsAt) : null;
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, endsAt - Date.now()) + 1, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  }, [endsAt, now]);
  const close = (event: FormEvent, id: number) => {
    event.preventDefault();
    saveClosedLine(id);
    setClosed([...closed, id]);
    // The pressed button disappears, so move the focus to the page for keyboards and screen readers.
    document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
  };
  return shown && <Line line={shown} isShown onClose={close} />;
}

type LineProps = { line: SiteLine; isShown: boolean; onClose: (event: FormEvent, id: number) => void };

function Line({ line, isShown, onClose }: LineProps) {
  const { pathname, search } = useLocation();
  const off = isShown ? undefined : '';
  if (line.kind === 'maintenance')
    return (
      <section className="site-line" aria-label={texts.maintenance} data-off={off}>
        <div className="site-line-in">
          <LineText text={line.text} />
        </div>
      </section>
    );
  return (
    <section className="site-line" aria-label={texts.region} data-line={line.id} data-ends={Date.parse(line.endsAt)} data-off={off}>
      <div className="site-line-in">
        <AnnouncementText text={line.text} link={line.link} />
        <form method="post" action={LINE_PATH} onSubmit={(event) => onClose(event, line.id)}>
          <input type="hidden" name="returnUrl" value={`${pathname}${search}`} />
          <button type="submit" name="id" value={line.id} className="icon-btn" aria-label={texts.close} title={texts.close}>
            <Icon icon="x" />
          </button>
        </form>
      </div>
    </section>
  );
}

/** What a line says: the first sentence is bold. */
export function LineText({ text, children }: { text: string; children?: ReactNode }) {
  const [, first = text, rest = ''] = /^(.+?[.!?])(\s.+)$/u.exec(text) ?? [];
  return (
    <>
      <Icon icon="megaphone" />
      <p>
        <b>{first}</b>
        {rest}
        {children}
      </p>
    </>
  );
}

/** A line of an announcement, with its one link, and what closes it. */
function AnnouncementText({ text, link }: { text: string; link: LineLink | null }) {
  return (
    <LineText text={text}>
      {link && (
        <>
          {' '}
          <Link to={link.path}>{link.label}</Link>
        </>
      )}
    </LineText>
  );
}
