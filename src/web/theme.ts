import { writeStorage } from './storage.ts';

/** Switches between light and dark and stores the choice on this device. In a private window it lasts for this page. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const shown = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const chosen = shown === 'dark' ? 'light' : 'dark';
  root.dataset.theme = chosen;
  writeStorage('theme', chosen);
}
