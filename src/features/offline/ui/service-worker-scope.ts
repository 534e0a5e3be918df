// The global scope of a service worker, which the DOM types of pages do not include.

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Client = { postMessage(message: unknown, options: object): void };

export type FetchEvent = ExtendableEvent & { request: Request; respondWith(answer: Promise<Response> | Response): void };
type SyncEvent = ExtendableEvent & { tag: string };

export type ServiceWorkerScope = {
  location: Location;
  clients: { claim(): Promise<void>; matchAll(options: { includeUncontrolled: boolean }): Promise<Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: unknown }) => void): void;
};
