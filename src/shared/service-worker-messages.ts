/** Messages from a page to the service worker. */
export type MessageToWorker =
  | { kind: 'take-over' }
  /** No worker controls the page that says this. */
  | { kind: 'claim' }
  /** The user visited this page. `mayFetch`: the worker may fetch it once more, as a visitor. */
  | { kind: 'visited'; address: string; mayFetch: boolean };

/** Messages from the service worker to its pages: whether the network was just reachable; that queued requests were sent. */
export type MessageFromWorker = { kind: 'network'; reached: boolean } | { kind: 'sent' };

/** What a push message says: the service worker shows it. `url`: a path of this site, which a press opens. */
export type PushPayload = { title: string; text: string; url: string; tag: string };
