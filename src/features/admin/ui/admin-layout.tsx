import type { ReactNode } from 'react';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { ADMIN_PAGES, type AdminPage } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../web/staff.css';
import './admin.css';

const ICONS = {
  overview: 'layout-dashboard',
  messages: 'inbox',
  players: 'coins',
  payments: 'receipt-text',
  cases: 'shield',
  items: 'shirt',
  templates: 'user-round',
  plans: 'crown',
  newsletter: 'newspaper',
  disputes: 'flag',
  days: 'clock',
} satisfies Record<AdminPage, IconName>;
const PAGES = Object.keys(ADMIN_PAGES) as AdminPage[];

type AdminLayoutProps = {
  page: AdminPage;
  title: string;
  lead?: ReactNode;
  /** The lead shows a status that changes. */
  isLeadStatus?: boolean;
  className?: string;
  children: ReactNode;
};

/** Layout shared by all operators' pages: the title and the tabs to each of them. Detail pages link back to their list. */
export function AdminLayout({ page, title, lead, isLeadStatus = false, className = '', children }: AdminLayoutProps) {
  return (
    <div className={`wrap section moderation operator ${className}`}>
      <div>
        <h1>{title}</h1>
        {lead && (
          <p className="queue-lead" role={isLeadStatus ? 'status' : undefined}>
            {lead}
          </p>
        )}
      </div>
      <Tabs
        label={texts.label}
        tabs={PAGES.map((each) => ({ to: ADMIN_PAGES[each], label: texts.tabs[each], icon: ICONS[each], isSelected: each === page }))}
      />
      {children}
    </div>
  );
}
