import type { ReactNode } from 'react';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import type { ADMIN_URLS } from '../schema.ts';
import { texts } from '../texts.ts';
import './admin.css';
import '../../../admin/ui/admin.css';

/** Layout that the three pages share, inside the general admin layout. */
export function MarketAdminFrame({ page, lead, children }: { page: keyof typeof ADMIN_URLS; lead: string; children: ReactNode }) {
  return (
    <AdminLayout page={page} title={texts.pages[page]} lead={lead} className="operating">
      {children}
    </AdminLayout>
  );
}

/** Pagination links of a list. Plain links, so they work without JavaScript. */
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
