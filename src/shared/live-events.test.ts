import { expect, test } from 'vitest';
import { parseBusMessage, parseLiveEvent, type LiveEvent } from './live-events.ts';

/** An event of every kind: a kind without one does not compile. */
const EVENTS: { [Kind in LiveEvent['kind']]: Required<Extract<LiveEvent, { kind: Kind }>> } = {
  notification: { kind: 'notification', unread: 3 },
  catalogue: { kind: 'catalogue', gameId: 'game' },
  chat: { kind: 'chat', from: 'amina' },
  typing: { kind: 'typing', from: 'amina' },
  presence: { kind: 'presence', who: 'amina', online: false },
  switched: { kind: 'switched', flag: 'chat', isEnabled: false },
  sanction: { kind: 'sanction' },
  rights: { kind: 'rights' },
  group: { kind: 'group', groupId: 'group' },
  cases: { kind: 'cases' },
  'look-again': { kind: 'look-again' },
  move: { kind: 'move', afterMs: 500 },
};

test.each(Object.values(EVENTS))('the browser reads $kind', (event) => {
  expect(parseLiveEvent(JSON.stringify(event))).toEqual(event);
});

test('fields that the contract does not know are left out', () => {
  expect(parseLiveEvent('{"kind":"notification","unread":3,"title":"new"}')).toEqual({ kind: 'notification', unread: 3 });
  expect(parseLiveEvent('{"kind":"rights","__proto__":{"a":1}}')).toEqual({ kind: 'rights' });
});

test.each([
  '',
  '{',
  'null',
  '5',
  '"rights"',
  '[]',
  '["rights"]',
  '{}',
  '{"kind":null}',
  '{"kind":["rights"]}',
  '{"kind":"unknown"}',
  '{"kind":"beat"}',
  '{"kind":"constructor"}',
  '{"kind":"notification"}',
  '{"kind":"notification","unread":null}',
  '{"kind":"notification","unread":"3"}',
  '{"kind":"catalogue","gameId":5}',
  '{"kind":"chat","from":["amina"]}',
  '{"kind":"presence","who":"amina"}',
  '{"kind":"presence","who":"amina","online":"false"}',
  '{"kind":"switched","flag":"chat","isEnabled":0}',
])('the browser ignores %s', (text) => {
  expect(parseLiveEvent(text)).toBeNull();
});

test('an optional field may be absent, but not of another type', () => {
  const message = { kind: 'presence', who: 'amina', online: false, playerIds: [] };
  expect(parseBusMessage(JSON.stringify(message))).toEqual(message);
  expect(parseBusMessage(JSON.stringify({ ...message, isHidden: true }))).toEqual({ ...message, isHidden: true });
  for (const isHidden of [null, 'true', 1]) expect(parseBusMessage(JSON.stringify({ ...message, isHidden }))).toBeNull();
});

test.each(['"amina"', '[]', '["amina"]', '["amina",5]', '["amina","brian","zuri"]', '{"0":"amina","1":"brian"}'])(
  'a pair of players is not %s',
  (between) => {
    expect(parseBusMessage('{"kind":"chat","playerIds":[],"between":["amina","brian"]}')).not.toBeNull();
    expect(parseBusMessage(`{"kind":"chat","playerIds":[],"between":${between}}`)).toBeNull();
  },
);

test('a list of players holds only strings', () => {
  for (const playerIds of ['"amina"', '{}', '[5]', '["amina",null]'])
    expect(parseBusMessage(`{"kind":"notification","playerIds":${playerIds}}`)).toBeNull();
});
