const RETRY_MAX_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Pings detect a dead connection that was never closed. */
const PING_MS = 5_000;
const SILENCE_MS = 15_000;

/** How every connection to Redis or Valkey is kept: it comes back by itself, and one that is silent is opened anew. */
export function getConnectionOptions(url: string) {
  const socket = {
    reconnectStrategy: (retries: number) => Math.min(RETRY_MAX_MS, 100 * 2 ** Math.min(retries, 6)),
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  };
  return { url, socket, pingInterval: PING_MS };
}
