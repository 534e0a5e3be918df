/**
 * Hands a link on: through the phone's own sharing where there is one, else to the clipboard.
 * 'done' also stands for a person who thought better of it.
 */
export async function shareLink(title: string, url: string): Promise<'done' | 'copied' | 'failed'> {
  if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title, url });
      return 'done';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'done';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return copyWithExecCommand(url) ? 'copied' : 'failed';
  }
}

/** For browsers, and addresses without https, where the clipboard is closed to scripts. */
function copyWithExecCommand(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'aloud';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
