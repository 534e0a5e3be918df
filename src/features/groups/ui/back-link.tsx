import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { texts } from '../page.texts.ts';
import './back-link.css';

/** Back to the list of groups, or to one of them. */
export function BackLink({ to = '/groups', label = texts.back }: { to?: string; label?: string }) {
  return (
    <p className="group-back">
      <Link to={to} dir="auto">
        <Icon icon="arrow-left" size="small" />
        {label}
      </Link>
    </p>
  );
}
