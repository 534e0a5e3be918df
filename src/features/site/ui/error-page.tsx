import { isRouteErrorResponse } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
import { texts } from '../texts.ts';
import { RetryLink } from './retry-link.tsx';
import './error-page.css';

/** The 404 page (spec 2, route table). */
export function NotFoundMessage() {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.notFound.title} text={texts.notFound.text}>
        <LinkButton variant="primary" multiline to="/">
          {texts.notFound.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

// Visitors see it on hardly any page.
const loadForbiddenPage = async () => (await import('./forbidden-page.tsx')).ForbiddenPage;
const ForbiddenPage = loadLater(
  import.meta.env.SSR ? await loadForbiddenPage() : null,
  loadForbiddenPage,
  <div className="wrap" {...preservedHtml} />,
);

/** The error page: what happened and what to do, never internals of our code. */
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
  if (response?.status === 403) return <ForbiddenPage code={getErrorCode(response.data)} />;
  const { wrong } = texts;
  const text = response?.status === 503 ? wrong.busy : response?.status === 429 ? wrong.slow : wrong.text;
  return (
    <div className="wrap">
      <title>{`${wrong.title} | ${texts.name}`}</title>
      <EmptyState level={1} mood="oops" title={wrong.title} text={text}>
        <RetryLink />
        <LinkButton variant="soft" multiline to="/" reloadDocument>
          {wrong.home}
        </LinkButton>
      </EmptyState>
      <RequestId data={response?.data} />
    </div>
  );
}

/** The request's id, if the server sent it, so that users can report it to us. @param data of an error response */
export function RequestId({ data }: { data: unknown }) {
  const id = getRequestId(data);
  return id && <p className="request-id">{texts.wrong.request(id)}</p>;
}

/** The code of the error, if the server sent it. */
export function getErrorCode(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
}

/** The request's id, if the server sent it. */
export function getRequestId(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('requestId' in data)) return null;
  return typeof data.requestId === 'string' ? data.requestId : null;
}
