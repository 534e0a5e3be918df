/** Whoever waits longer than this for an answer is told that it failed, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Posts a few fields to an address of ours and gives the JSON it answers. The page may be left meanwhile.
 * @throws when there is no such answer.
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
