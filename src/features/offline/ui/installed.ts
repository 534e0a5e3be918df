/** Whether the site runs as an installed app: then the user expects it to open offline. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}
