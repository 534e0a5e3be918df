// What a service worker sees around it; the types of pages do not know it.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Client = { postMessage(message: unknown, options: object): void };

export type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response> | Response): void };
export type Syncing = Extendable & { tag: string };

export type WorkerScope = {
  location: Location;
  clients: { claim(): Promise<void>; matchAll(options: { includeUncontrolled: boolean }): Promise<Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', hear: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', hear: (event: Fetching) => void): void;
  addEventListener(type: 'sync', hear: (event: Syncing) => void): void;
  addEventListener(type: 'message', hear: (event: Extendable & { data: unknown }) => void): void;
};
