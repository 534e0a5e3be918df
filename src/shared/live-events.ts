// The contract for everything live: each message has a `kind`, and its table gives the type of each field. Types and runtime checks
// are both derived from the tables. Zod would be too large for the browser.

/**
 * Messages between the processes of a site. They carry ids, never content: each process looks up what its players may see. A message
 * may be lost, and is not stored.
 */
export const BUS_MESSAGES = {
  /** These players have a new notification. */
  notification: { playerIds: 'string[]' },
  /** This session has ended. */
  'signed-out': { sessionHash: 'string' },
  /** All sessions of this player have ended. */
  'player-out': { playerId: 'string' },
  /** A game was hidden, restored or changed, or is for older players now: cached parts of the catalogue are stale. No id: that of many games. */
  catalogue: { gameId: 'string?' },
  /** The conversation `between` two players has changed; `playerIds` are the ones to notify. */
  chat: { playerIds: 'string[]', between: '[string, string]' },
  /** A player came online or went offline, for these friends. `isHidden`: still online, but friends may no longer see it. */
  presence: { who: 'string', online: 'boolean', playerIds: 'string[]', isHidden: 'boolean?' },
  /** A process has no connection of this player any more: others that have one say so, before friends are told that they went offline. */
  'last-connection-closed': { playerId: 'string' },
  /** A process has a connection of this player. */
  'still-connected': { playerId: 'string' },
  /** An operator switched something on or off for everybody: `flag` of the feature flags. */
  switched: { flag: 'string', isEnabled: 'boolean' },
  /** What this player may do has changed: by a payment, a guardian or their age. */
  rights: { playerId: 'string' },
  /** This player was muted or banned, or may do everything again. */
  sanction: { playerId: 'string' },
  /** A case was opened, decided, taken or left. */
  cases: {},
  /** An operator published or withdrew a text: cached pages are stale. */
  texts: {},
  /** `from` is typing to this player. */
  typing: { playerId: 'string', from: 'string' },
  /** An operator planned, changed or ended an announcement: pages that have its line are stale. */
  announcements: {},
  /** A group has changed, for these players: who is in it, who is invited, or what it is called. */
  group: { playerIds: 'string[]', groupId: 'string' },
  /** Messages may have been lost. Only adapters create it. */
  gap: {},
  /** Messages for these players may have been lost, before this process heard of them. Only adapters create it, for their own process. */
  missed: { playerIds: 'string[]' },
} as const satisfies MessageTable;

/**
 * Who hears a message of each kind: every process, or those alone that follow one of the players whom these fields name. A list of players is
 * cut down to those who are followed where it is heard.
 */
export const BUS_AUDIENCES = {
  notification: ['playerIds'],
  // No process knows whose session it is before it has looked, and one whose handshake is in progress is nobody's yet.
  'signed-out': 'everyone',
  'player-out': 'everyone',
  catalogue: 'everyone',
  chat: ['playerIds'],
  // Who went offline at one process may be here: that one says so.
  presence: ['playerIds', 'who'],
  'last-connection-closed': ['playerId'],
  'still-connected': ['playerId'],
  switched: 'everyone',
  rights: ['playerId'],
  sanction: ['playerId'],
  cases: 'everyone',
  texts: 'everyone',
  typing: ['playerId'],
  announcements: 'everyone',
  group: ['playerIds'],
  gap: 'everyone',
  missed: ['playerIds'],
} as const satisfies { [Kind in keyof typeof BUS_MESSAGES]: 'everyone' | readonly (keyof (typeof BUS_MESSAGES)[Kind])[] };

/** Events that the server sends to browsers. They carry no content: the page fetches that by its ordinary, authorized routes. */
const LIVE_EVENTS = {
  /** How many notifications are unread. */
  notification: { unread: 'number' },
  /** A game was hidden or restored, or is for older players now. No id: many games are. */
  catalogue: { gameId: 'string?' },
  /** The conversation with this player has changed. */
  chat: { from: 'string' },
  /** This player is typing. */
  typing: { from: 'string' },
  /** A friend came online or went offline. */
  presence: { who: 'string', online: 'boolean' },
  /** An operator switched something on or off for everybody: `flag` of the feature flags. */
  switched: { flag: 'string', isEnabled: 'boolean' },
  /** What this player may do has changed: by a payment, a guardian or their age. */
  rights: {},
  /** This player was muted, or may write again. */
  sanction: {},
  /** For the team: a case was opened, decided, taken or left. */
  cases: {},
  /** A group of this player's, or one that they are or were invited to, has changed. */
  group: { groupId: 'string' },
  /** Events may have been lost: fetch everything again. */
  'look-again': {},
  /** This process is about to end: in so many milliseconds the tab should connect to another one, and only then leave this one. */
  move: { afterMs: 'number' },
} as const satisfies MessageTable;

/** A message between the processes of a site. */
export type BusMessage = MessageOf<typeof BUS_MESSAGES>;
/** An event that the server sends to a browser. */
export type LiveEvent = MessageOf<typeof LIVE_EVENTS>;

/** Sent at intervals: pages do not see WebSocket pings, so this shows them that the connection is alive. It is no event. */
export const HEARTBEAT = '';

/**
 * The only message that a tab sends over its live connection: the tab shows friends, and subscribes to their presence. Any other text
 * ends that subscription.
 */
export const PRESENCE_SUBSCRIPTION = 'friends';

/** The query of a connection that takes the place of another one of its tab: that one has told the tab everything so far. */
export const MOVED_QUERY = '?moved';

/** Codes with which the server closes a WebSocket: 1001 is the protocol's, codes from 4000 are ours. */
export const CLOSE_CODES = { goingAway: 1001, signedOut: 4001, tooManyTabs: 4002 } as const;

/** Parses a message from the bus. @returns null for anything that is not in the contract; unknown fields are dropped */
export function parseBusMessage(text: string): BusMessage | null {
  return parse(BUS_MESSAGES, text);
}

/** Parses an event from the server. @returns null for anything that is not in the contract; unknown fields are dropped */
export function parseLiveEvent(text: string): LiveEvent | null {
  return parse(LIVE_EVENTS, text);
}

type FieldTypes = {
  string: string;
  number: number;
  boolean: boolean;
  'string[]': string[];
  '[string, string]': [string, string];
};
type FieldType = keyof FieldTypes;
/** A field whose type ends in '?' may be absent. */
type MessageTable = Record<string, Record<string, FieldType | `${FieldType}?`>>;

type Flat<T> = { [Key in keyof T]: T[Key] };
type FieldsOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends FieldType ? Name : never]: Fields[Name] extends FieldType
    ? FieldTypes[Fields[Name]]
    : never;
} & {
  -readonly [
    Name in keyof Fields as Fields[Name] extends FieldType ? never : Name
  ]?: Fields[Name] extends `${infer Type extends FieldType}?` ? FieldTypes[Type] : never;
};
type MessageOf<Table> = { [Kind in keyof Table]: Flat<{ kind: Kind } & FieldsOf<Table[Kind]>> }[keyof Table];

const isString = (value: unknown): boolean => typeof value === 'string';
const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

const CHECKS: Record<FieldType, (value: unknown) => boolean> = {
  string: isString,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  'string[]': isStrings,
  '[string, string]': (value) => isStrings(value) && (value as string[]).length === 2,
};

function parse<Table extends MessageTable>(table: Table, text: string): MessageOf<Table> | null {
  const { kind, ...received } = objectOf(text);
  // Not `table[kind]`: that would find 'constructor' on the prototype.
  const fields = Object.entries(table).find(([name]) => name === kind)?.[1];
  if (!fields) return null;
  const message: Record<string, unknown> = { kind };
  for (const [name, type] of Object.entries(fields)) {
    const value = received[name];
    if (value === undefined && type.endsWith('?')) continue;
    if (!CHECKS[type.replace('?', '') as FieldType](value)) return null;
    message[name] = value;
  }
  return message as MessageOf<Table>;
}

function objectOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
