import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Viewer } from '../../../shared/viewer.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useDismissDetails } from '../../../web/kit/use-dismiss.ts';
import { texts } from '../texts.ts';
import { SignOutButton } from './sign-out.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './account-menu.css';

type AccountMenuProps = {
  viewer: Viewer;
  /** The top bar of wide screens, or the tab bar of narrow ones: each has its own, and the style sheet shows one of them. */
  place: 'bar' | 'tab';
};

/** The menu under the player's own picture. A <details>, so that it opens without JavaScript too. */
export function AccountMenu({ viewer, place }: AccountMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const getAriaCurrent = useAriaCurrent();
  useDismissDetails(menu);
  useEffect(() => {
    const element = menu.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, []);
  const className = `account-menu in-${place} ${place === 'bar' ? 'desk-only' : 'phone-only'}`;
  // It may have been opened before this code was there.
  const [wasOpen] = useState(() => typeof document !== 'undefined' && document.querySelector(`.account-menu.in-${place}[open]`) !== null);
  return (
    <details ref={menu} className={className} open={wasOpen}>
      <summary className={place === 'bar' ? 'nav-link account-button' : undefined} aria-current={getAriaCurrent('/profile')}>
        {place === 'bar' ? (
          <>
            <Avatar src={viewer.avatar} size={32} />
            <b dir="auto">{viewer.displayName}</b>
            <Icon icon="chevron-down" size="small" />
          </>
        ) : (
          <>
            <span>
              <Avatar src={viewer.avatar} size={28} />
            </span>
            {texts.links.profile}
          </>
        )}
        <span className="visually-hidden">{texts.account.button}</span>
      </summary>
      <div className="account-sheet" data-keep-clear>
        <div className="account-who">
          <Avatar src={viewer.avatar} size={48} />
          <p>
            <b dir="auto">{viewer.displayName}</b>@{viewer.username}
          </p>
        </div>
        <nav aria-label={texts.account.label}>
          {listLinks(viewer).map(([to, label, icon]) => (
            <Link key={to} to={to} className="menu-link" aria-current={getAriaCurrent(to)}>
              <Icon icon={icon} />
              {label}
            </Link>
          ))}
        </nav>
        <ThemeButton withLabel />
        <hr />
        <SignOutButton className="menu-link account-sign-out" />
      </div>
    </details>
  );
}

function listLinks({ role }: Viewer) {
  return [
    ['/profile', texts.links.profile, 'circle-user-round'] as const,
    ['/groups', texts.links.groups, 'shield'] as const,
    ['/settings', texts.links.settings, 'settings'] as const,
    ...(role === 'player' ? [] : [['/moderation', texts.links.moderation, 'shield-check'] as const]),
    ...(role === 'operator' ? [['/operator', texts.links.operator, 'wrench'] as const] : []),
  ];
}

/** The arrow keys go through the lines of the menu, and open it. Home and End go to the first and the last one. */
function onKeyDown(event: KeyboardEvent): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLDetailsElement) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return;
  const isArrow = event.key.startsWith('Arrow');
  if (!menu.open && !isArrow) return;
  event.preventDefault();
  menu.open = true;
  const lines = [...menu.querySelectorAll<HTMLElement>('.menu-link')].filter((line) => line.checkVisibility());
  const at = lines.indexOf(document.activeElement as HTMLElement);
  const isForward = event.key === 'ArrowDown' || event.key === 'Home';
  const next = isArrow && at >= 0 ? at + (isForward ? 1 : -1) : isForward ? 0 : -1;
  lines.at(next % lines.length)?.focus();
}
