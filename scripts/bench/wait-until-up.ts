import http from 'node:http';

/** Waits until a URL responds with 200. @param seconds after this time it throws */
export async function waitUntilUp(url: string, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const ok = await new Promise((resolve) => {
      http.get(url, (res) => resolve(res.resume().statusCode === 200)).on('error', () => resolve(false));
    });
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not come up`);
}
