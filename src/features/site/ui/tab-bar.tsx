import { CircleUserRound, Gamepad2, House, ShoppingBag, Users } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Viewer } from '../../accounts/schema.ts';
import { texts } from '../texts.ts';

/** The five places a thumb reaches on a phone. */
export function TabBar({ viewer }: { viewer: Viewer | null }) {
  const cells = [
    { to: '/', label: texts.links.home, icon: House },
    { to: '/games', label: texts.links.games, icon: Gamepad2 },
    { to: '/friends', label: texts.links.friends, icon: Users },
    { to: '/marketplace', label: texts.links.market, icon: ShoppingBag },
    viewer === null
      ? { to: '/login', label: texts.links.logIn, icon: CircleUserRound }
      : { to: '/profile', label: texts.links.profile, icon: CircleUserRound, avatar: viewer.avatar },
  ];
  return (
    <nav className="tab-bar phone-only" aria-label={texts.nav.phone}>
      {cells.map((cell) => (
        <NavLink key={cell.to} to={cell.to} end={cell.to === '/'}>
          <span>
            {'avatar' in cell ? <img className="avatar" src={cell.avatar} width="28" height="28" alt="" /> : <Icon of={cell.icon} />}
          </span>
          {cell.label}
        </NavLink>
      ))}
    </nav>
  );
}
