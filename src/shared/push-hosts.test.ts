import { expect, test } from 'vitest';
import { DEFAULT_PUSH_HOSTS, isPushEndpoint, isPushHost } from './push-hosts.ts';

const HOSTS = DEFAULT_PUSH_HOSTS.split(',');

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def_123',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://autopush.prod.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://db5p.notify.windows.com/w/?token=BQYAAAB%2bc',
  'https://web.push.apple.com/QPg',
  'https://api.push.apple.com/3/device/1',
])('%s is a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint, HOSTS)).toBe(true);
});

test.each([
  ['another host', 'https://fcm.googleapis.com.evil.example/x'],
  ['a host that only ends so', 'https://evilnotify.windows.com/x'],
  ['the name above', 'https://notify.windows.com/x'],
  ['an unencrypted one', 'http://fcm.googleapis.com/x'],
  ['a port', 'https://fcm.googleapis.com:8443/x'],
  ['the usual port, written out', 'https://fcm.googleapis.com:443/x'],
  ['credentials', 'https://fcm.googleapis.com@evil.example/x'],
  ['credentials for the right host', 'https://user:word@fcm.googleapis.com/x'],
  ['an empty name before the host', 'https://@fcm.googleapis.com/x'],
  ['a backslash', 'https://evil.example\\@fcm.googleapis.com/x'],
  ['a fragment', 'https://fcm.googleapis.com/x#y'],
  ['an address', 'https://127.0.0.1/x'],
  ['an address as a number', 'https://2130706433/x'],
  ['an address of version 6', 'https://[::1]/x'],
  ['the address of the metadata of a cloud', 'http://169.254.169.254/latest'],
  ['letters that look alike', 'https://fcm.googleаpis.com/x'],
  ['letters that become the right ones', 'https://ｆcm.googleapis.com/x'],
  ['a dot at the end', 'https://fcm.googleapis.com./x'],
  ['capital letters', 'https://FCM.googleapis.com/x'],
  ['a space', ' https://fcm.googleapis.com/x'],
  ['a line break', 'https://fcm.googleapis.com/x\r\nhost: evil.example'],
  ['a file', 'file:///etc/passwd'],
  ['no address', 'fcm.googleapis.com/x'],
  ['nothing', ''],
])('%s is refused', (_, endpoint) => {
  expect(isPushEndpoint(endpoint, HOSTS)).toBe(false);
});

test('a push service on this machine is one only where the setting names it, with its port', () => {
  const hosts = ['http://127.0.0.1:4000', '*.push.example.org'];
  expect(hosts.every(isPushHost)).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:4000/push/1', hosts)).toBe(true);
  expect(isPushEndpoint('https://a.push.example.org/1', hosts)).toBe(true);
  for (const endpoint of [
    'http://127.0.0.1:4001/push/1',
    'http://127.0.0.1/push/1',
    'http://a.push.example.org/1',
    'http://localhost:4000/1',
  ])
    expect([endpoint, isPushEndpoint(endpoint, hosts)]).toEqual([endpoint, false]);
});

test('the setting takes names of hosts only, and no whole country', () => {
  for (const host of [
    'com',
    '*.com',
    '*',
    'a.*.com',
    'https://push.example.org',
    'push.example.org/x',
    'push.example.org:80',
    '10.0.0.1',
    'http://10.0.0.1:80',
  ])
    expect([host, isPushHost(host)]).toEqual([host, false]);
});
