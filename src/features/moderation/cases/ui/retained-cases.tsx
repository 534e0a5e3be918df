import { Form, Link, useLocation } from 'react-router';
import { useInfiniteList } from '../../../../web/infinite-list.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';
import { CASE_SEARCH_MAX, CASES_PATH, type FreeAddressResult, type RetainedCase, type RetainedCasePage } from '../schema.ts';
import { texts } from '../texts.ts';
import { FreeAddressForm } from './free-address-form.tsx';
import '../../../../web/staff.css';
import './cases.css';

function urlForCases(search: string, after: string | null = null): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (after !== null) query.set('after', after);
  return query.size === 0 ? CASES_PATH : `${CASES_PATH}?${query.toString()}`;
}

type RetainedCasesProps = { page: RetainedCasePage; search: string; answer: FreeAddressResult | undefined };

/** Cases of players whose account was deleted, with a search; and the form that frees a banned address. */
export function RetainedCases({ page, search, answer }: RetainedCasesProps) {
  const location = useLocation();
  return (
    <AdminLayout page="cases" title={texts.title} lead={texts.lead}>
      <Form action={CASES_PATH} role="search" aria-label={texts.search} className="case-search">
        <Field
          key={search}
          name="q"
          label={texts.searchLabel}
          hint={texts.searchHint}
          defaultValue={search}
          maxLength={CASE_SEARCH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="soft">
          {texts.find}
        </Button>
      </Form>
      {new URLSearchParams(location.search).has('after') && (
        <p>
          <Link className="link moderation-link" to={urlForCases(search)}>
            {texts.backToFirstPage}
          </Link>
        </p>
      )}
      <div className="queue">
        <CaseList key={location.search} page={page} search={search} />
      </div>
      <FreeAddressForm answer={answer} />
    </AdminLayout>
  );
}

function CaseList({ page, search }: Pick<RetainedCasesProps, 'page' | 'search'>) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => urlForCases(search, after),
    getPage: (answer: { page?: RetainedCasePage }) => answer.page ?? null,
    idOf: ({ playerId }) => playerId,
    reload: 'always',
  });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((item) => (
          <CaseItem key={item.playerId} item={item} />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}

function CaseItem({ item }: { item: RetainedCase }) {
  return (
    <li className="report in-queue">
      <h2 className="report-game">
        <Link to={`${PLAYER_REPORTS_PATH}/${encodeURIComponent(item.playerId)}`}>
          <span dir="auto">{item.displayName}</span> <span className="muted">@{item.username}</span>
        </Link>
      </h2>
      {item.heldSince !== null && (
        <p className="report-marks">
          <span className="state-pill late">{texts.forPolice}</span>
        </p>
      )}
      <p className="report-facts">
        <span>{texts.erased(item.at)}</span>
        <span>{item.heldSince === null ? texts.keptUntil(item.keptUntil) : texts.keptForPolice}</span>
      </p>
    </li>
  );
}
