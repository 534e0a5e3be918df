/** Without a word from the browser that there is a network again, code that did not come is asked for again after this time, in milliseconds. */
const RETRY_MS = 15_000;

/**
 * Loads code that a page can do without for now. On a bad network it may not come: then it is asked for again, and meanwhile
 * what the server sent in its place stays. A part that failed for good would take the whole page with it.
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
