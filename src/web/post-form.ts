/** A request fails after this time, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Browsers refuse `keepalive` where bodies take more than 64 KB in all. */
const KEEPALIVE_MAX = 60_000;

/**
 * Posts form fields to a URL of this site and returns the JSON response. The request survives leaving the page (`keepalive`), unless it is very
 * large.
 * @throws when there is no JSON response
 */
export async function postForm<Answer>(url: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
    keepalive: String(body).length < KEEPALIVE_MAX,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return (await response.json()) as Answer;
}
