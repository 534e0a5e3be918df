/**
 * Shares a link: with the native share sheet on phones that have one, otherwise by copying it to the clipboard.
 * @returns 'done' also if the person cancels.
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

/** Fallback for browsers, and URLs without https, where scripts have no access to the Clipboard API. */
function copyWithExecCommand(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
