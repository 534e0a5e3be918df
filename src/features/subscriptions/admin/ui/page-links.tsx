import { LinkButton } from '../../../../web/kit/button.tsx';
import './player-billing.css';

type PageLink = { to: string; label: string } | null;

/** Pagination links of a list. Plain links, so they work without JavaScript. */
export function PageLinks({ older, newest }: { older: PageLink; newest: PageLink }) {
  if (!older && !newest) return null;
  return (
    <p className="money-pages">
      {newest && (
        <LinkButton variant="soft" size="sm" to={newest.to}>
          {newest.label}
        </LinkButton>
      )}
      {older && (
        <LinkButton size="sm" to={older.to}>
          {older.label}
        </LinkButton>
      )}
    </p>
  );
}
