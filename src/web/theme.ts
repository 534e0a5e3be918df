const KEY = 'kiddo-theme';

/**
 * Runs in the head before anything is painted: tells the styles that scripts run, and sets the theme the player chose.
 * Its text must never vary, because the content security policy names it by hash. Without a choice the styles follow the system.
 */
export const THEME_SCRIPT = `(function(r){r.dataset.js='';try{var t=localStorage.getItem('${KEY}');if(t==='dark'||t==='light')r.dataset.theme=t}catch(e){}})(document.documentElement)`;

/** Changes to the other theme and keeps the choice on this device. */
export function switchTheme(): void {
  const root = document.documentElement;
  const shown = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const chosen = shown === 'dark' ? 'light' : 'dark';
  root.dataset.theme = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // A private window may keep nothing: the choice then holds for this page.
  }
}
