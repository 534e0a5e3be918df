/** Delay before a retry when the browser does not fire `online`, in milliseconds. */
const RETRY_MS = 15_000;

/**
 * Loads code that a page can do without for now. A load that fails on a bad network is retried; meanwhile the server's HTML stays in its
 * place. A part that failed for good would take the whole page down with it.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === 'undefined') throw error;
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        window.removeEventListener('online', resume);
        resolve();
      };
      const timer = setTimeout(resume, RETRY_MS);
      window.addEventListener('online', resume);
    });
    return importWithRetry(load);
  }
}
