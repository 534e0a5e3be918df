import { expect, test } from 'vitest';
import { maskIpAddress, toCountedAddress } from './ip-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2a02:c1:2:3:4:5:6:7', '2a02:c1:2:3::'],
  ['2A02:00C1:0002:0003::9', '2a02:c1:2:3::'],
  ['[2a02:c1:2:3::9]:4711', '2a02:c1:2:3::'],
  ['[2a02:c1:2:3::9]', '2a02:c1:2:3::'],
  ['2a02:c1::9', '2a02:c1::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['unknown', 'unknown'],
  ['x'.repeat(100), 'x'.repeat(64)],
])('%s is counted as %s', (address, counted) => {
  expect(toCountedAddress(address)).toBe(counted);
});

test('an address is masked so that it does not identify a household', () => {
  expect(
    ['41.90.64.7', '2a02:c1:2:3::', '2a02:00c1:0002:0003:0000:0000:0000:0000', 'unknown', '', '1.2.3', null].map(maskIpAddress),
  ).toEqual(['41.90.x.x', '2a02:c1:…', '2a02:c1:…', null, null, null, null]);
});
