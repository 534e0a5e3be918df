// The global scope of a service worker, which the DOM types of pages do not include.

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Client = { postMessage(message: unknown, options: object): void; focus(): Promise<unknown> };

export type FetchEvent = ExtendableEvent & { request: Request; respondWith(answer: Promise<Response> | Response): void };
type SyncEvent = ExtendableEvent & { tag: string };
type PushEvent = ExtendableEvent & { data: { json(): unknown } | null };
type NotificationEvent = ExtendableEvent & { notification: { data: unknown; close(): void } };
export type SubscriptionChangeEvent = ExtendableEvent & {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
};

export type ServiceWorkerScope = {
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type?: 'window'; includeUncontrolled: boolean }): Promise<Client[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { pushManager: PushManager; showNotification(title: string, options: NotificationOptions): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: unknown }) => void): void;
};
