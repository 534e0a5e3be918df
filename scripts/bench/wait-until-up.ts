import http from 'node:http';

/** Waits until a URL responds with 200. */
export async function waitUntilUp(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const ok = await new Promise((resolve) => {
      http.get(url, (res) => resolve(res.resume().statusCode === 200)).on('error', () => resolve(false));
    });
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not come up`);
}
