/** A request fails after this time, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Posts form fields to a URL of this site and returns the JSON response. The request survives leaving the page (`keepalive`).
 * @throws when there is no JSON response
 */
export async function postForm<Answer>(url: string, fields: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return (await response.json()) as Answer;
}
