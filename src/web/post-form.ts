/** Whoever waits longer than this for an answer is told that it failed, in milliseconds. */
const WAIT_MS = 15_000;

/**
 * Posts a few fields to an address of ours and gives the JSON it answers. The page may be left meanwhile.
 * @throws when there is no such answer.
 */
export async function postForm<Answer>(address: string, fields: Record<string, string>): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
    keepalive: true,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return (await response.json()) as Answer;
}
