import type { ReactNode } from 'react';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import type { ADMIN_URLS } from '../schema.ts';
import { texts } from '../texts.ts';

/** What the three pages have in common, within what all operators' pages have. */
export function MarketAdminFrame({ page, lead, children }: { page: keyof typeof ADMIN_URLS; lead: string; children: ReactNode }) {
  return (
    <AdminLayout page={page} title={texts.pages[page]} lead={lead} className="operating">
      {children}
    </AdminLayout>
  );
}

/** The ends of a list that has more: links, so it needs no script. */
export function PageLinks({ url, next, isStart }: { url: string; next: string | null; isStart: boolean }) {
  if (next === null && isStart) return null;
  return (
    <p className="save-acts">
      {!isStart && (
        <LinkButton variant="soft" size="sm" to={url}>
          {texts.newest}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton size="sm" to={`${url}?after=${encodeURIComponent(next)}`}>
          {texts.older}
        </LinkButton>
      )}
    </p>
  );
}
