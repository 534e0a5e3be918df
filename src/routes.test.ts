import { expect, test } from 'vitest';
import type { PageHandle } from './shared/page-handle.ts';
import routes from './routes.ts';

// Without a handle, a page's query parameters would be removed and none of its responses would be cached.
test('every route declares which parameters change its response and whether it is shared', async () => {
  const modules = import.meta.glob<{ handle?: PageHandle }>('./features/**/pages/*.tsx');
  for (const { file } of routes) {
    const module = await modules[`./${file}`]?.();
    expect([file, Array.isArray(module?.handle?.params) || module?.handle?.params === 'any', typeof module?.handle?.isShared]).toEqual([
      file,
      true,
      'boolean',
    ]);
  }
});
