/** Whether the site runs as an app that was installed: who did that wants it to open without a network. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}
