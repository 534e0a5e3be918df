import { Link } from 'react-router';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

type Tab = { to: string; label: string; icon: LucideIcon; chosen: boolean };

/** Tabs that are links: each has an address of its own and works without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} to={tab.to} className="tab" aria-current={tab.chosen ? 'page' : undefined} preventScrollReset>
          <Icon of={tab.icon} size="small" />
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
