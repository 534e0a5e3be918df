import { isRouteErrorResponse } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { texts } from '../texts.ts';
import { RetryLink } from './retry-link.tsx';

/** The 404 page (spec 2, route table). */
export function NotFoundMessage() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.notFound.title} text={texts.notFound.text}>
        <LinkButton variant="primary" to="/">
          {texts.notFound.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** A page that is there, but for others: to try again would not help. */
function ForbiddenPage() {
  const { notForYou } = texts;
  return (
    <div className="wrap">
      <title>{`${notForYou.title} | ${texts.name}`}</title>
      <EmptyState level={1} mood="oops" title={notForYou.title} text={notForYou.text}>
        <LinkButton variant="primary" to="/">
          {notForYou.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

/** What a page shows instead of itself: what happened and what to do, never how our code looks inside. */
export function ErrorPage({ error }: { error: unknown }) {
  const response = isRouteErrorResponse(error) ? error : null;
  if (response?.status === 404) {
    return (
      <>
        <title>{`${texts.notFound.title} | ${texts.name}`}</title>
        <NotFoundMessage />
      </>
    );
  }
  if (response?.status === 403) return <ForbiddenPage />;
  const { wrong } = texts;
  const text = response?.status === 503 ? wrong.busy : response?.status === 429 ? wrong.slow : wrong.text;
  return (
    <div className="wrap">
      <title>{`${wrong.title} | ${texts.name}`}</title>
      <EmptyState level={1} mood="oops" title={wrong.title} text={text}>
        <RetryLink />
        <LinkButton variant="soft" to="/" reloadDocument>
          {wrong.home}
        </LinkButton>
      </EmptyState>
      <RequestId data={response?.data} />
    </div>
  );
}

/** The request's id, to be told to us, where the server said it. @param data of an error response */
export function RequestId({ data }: { data: unknown }) {
  const id = getRequestId(data);
  return id && <p className="request-id">{texts.wrong.request(id)}</p>;
}

/** The request's id, where the server told it. */
export function getRequestId(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('requestId' in data)) return null;
  return typeof data.requestId === 'string' ? data.requestId : null;
}
