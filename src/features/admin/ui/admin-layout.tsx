import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { ADMIN_PAGES, ADMIN_SECTIONS, type AdminPage, type AdminSection } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../web/staff.css';
import './admin.css';

const ICONS = {
  overview: 'layout-dashboard',
  games: 'gamepad-2',
  people: 'users',
  money: 'coins',
  site: 'megaphone',
  shop: 'shirt',
} satisfies Record<AdminSection, IconName>;
const SECTIONS = Object.keys(ADMIN_SECTIONS) as AdminSection[];

type AdminLayoutProps = {
  page: AdminPage;
  title: string;
  lead?: ReactNode;
  /** The lead shows a status that changes. */
  isLeadStatus?: boolean;
  className?: string;
  children: ReactNode;
};

/** Layout shared by all operators' pages: the title, the tabs of the sections and the pages of this one. Detail pages link back to their list. */
export function AdminLayout({ page, title, lead, isLeadStatus = false, className = '', children }: AdminLayoutProps) {
  const section = SECTIONS.find((each) => getPages(each).includes(page)) ?? 'overview';
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
      <div className="operator-nav">
        <Tabs
          label={texts.label}
          tabs={SECTIONS.map((each) => ({
            to: ADMIN_PAGES[ADMIN_SECTIONS[each][0]],
            label: texts.sections[each],
            icon: ICONS[each],
            isSelected: each === section,
            isParent: ADMIN_SECTIONS[each][0] !== page,
          }))}
        />
        <SectionPages section={section} page={page} />
      </div>
      {children}
    </div>
  );
}

function getPages(section: AdminSection): readonly AdminPage[] {
  return ADMIN_SECTIONS[section];
}

function SectionPages({ section, page }: { section: AdminSection; page: AdminPage }) {
  const pages = getPages(section);
  if (pages.length === 1) return null;
  return (
    <nav className="operator-pages" aria-label={texts.pagesLabel(texts.sections[section])}>
      {pages.map((each) => (
        <Link key={each} to={ADMIN_PAGES[each]} aria-current={each === page ? 'page' : undefined} preventScrollReset>
          {texts.tabs[each]}
        </Link>
      ))}
    </nav>
  );
}
