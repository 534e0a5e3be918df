/**
 * Fetches for the router. A body whose request is aborted ends there, without an error: nobody waits for the rest any more. The router
 * aborts whatever a newer navigation replaces, and leaves an error after the first chunk unhandled (turbo-stream's `done`).
 * @throws as fetch does, also while the body is read
 */
export async function fetchUntilAborted(request: Request): Promise<Response> {
  const response = await fetch(request);
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (request.signal.aborted) controller.close();
        else throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
