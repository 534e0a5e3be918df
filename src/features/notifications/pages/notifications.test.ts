import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import * as notifications from './notifications.tsx';

test('scripts get the list and the count, and who is signed out gets the status of the error', async () => {
  const { get } = await createPaymentsPages();
  for (const address of ['/notifications', '/notifications?count=1']) {
    expect((await get(notifications, address)).status, address).toBe(200);
    expect((await get(notifications, address, VISITOR)).status, address).toBe(401);
  }
});
