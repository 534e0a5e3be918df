import { Coins, Crown, Inbox, LayoutDashboard, Newspaper, ReceiptText, Shirt, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tabs } from '../../../web/kit/tabs.tsx';
import { OPERATOR_PAGES, type OperatorPage } from '../schema.ts';
import { texts } from '../texts.ts';

const ICONS = {
  overview: LayoutDashboard,
  messages: Inbox,
  players: Coins,
  payments: ReceiptText,
  items: Shirt,
  templates: UserRound,
  plans: Crown,
  newsletter: Newspaper,
} satisfies Record<OperatorPage, unknown>;
const PAGES = Object.keys(OPERATOR_PAGES) as OperatorPage[];

type OperatorFrameProps = {
  page: OperatorPage;
  title: string;
  lead?: ReactNode;
  /** The lead tells how things stand, and changes. */
  isStanding?: boolean;
  className?: string;
  children: ReactNode;
};

/** What all pages of operators have in common: the title, and the way to each of them. What one opens from a list leads back to it. */
export function OperatorFrame({ page, title, lead, isStanding = false, className = '', children }: OperatorFrameProps) {
  return (
    <div className={`wrap section moderation operator ${className}`}>
      <div>
        <h1>{title}</h1>
        {lead && (
          <p className="queue-lead" role={isStanding ? 'status' : undefined}>
            {lead}
          </p>
        )}
      </div>
      <Tabs
        label={texts.label}
        tabs={PAGES.map((each) => ({ to: OPERATOR_PAGES[each], label: texts.tabs[each], icon: ICONS[each], chosen: each === page }))}
      />
      {children}
    </div>
  );
}
