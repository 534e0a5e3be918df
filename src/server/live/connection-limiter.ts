/** A school has one address for hundreds of players. */
const PER_ADDRESS_MAX = 2_000;
/** Per address and minute. After a restart a whole school reconnects at once. */
const HANDSHAKES_MAX = 6_000;

/**
 * Limits the connections of each address, including those whose handshake is in progress, and its handshakes per minute.
 * @param onExceeded called for each refusal, with the limit
 */
export function createConnectionLimiter(onExceeded: (max: number) => void) {
  const open = new Map<string, number>();
  let minute = 0;
  let handshakes = new Map<string, number>();
  return {
    /** @returns false when the address has reached a limit; otherwise call `release` once the connection is closed */
    acquire(address: string): boolean {
      const now = Math.floor(performance.now() / 60_000);
      if (now !== minute) handshakes = new Map();
      minute = now;
      const openCount = (open.get(address) ?? 0) + 1;
      const handshakeCount = (handshakes.get(address) ?? 0) + 1;
      handshakes.set(address, handshakeCount);
      if (openCount > PER_ADDRESS_MAX || handshakeCount > HANDSHAKES_MAX) {
        onExceeded(openCount > PER_ADDRESS_MAX ? PER_ADDRESS_MAX : HANDSHAKES_MAX);
        return false;
      }
      open.set(address, openCount);
      return true;
    },
    release(address: string): void {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    },
  };
}
