/**
 * The HTML of pages, beside their responses. A response's own body is a stream, and reading it back costs more than all that is done with
 * the HTML afterwards.
 */
const html = new WeakMap<Response, string>();

/** Makes the response of a page. {@link readRenderedPage} finds its HTML. */
export function renderedPage(document: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  html.set(response, document);
  return response;
}

/** The HTML of a response that {@link renderedPage} made; null for any other. */
export function readRenderedPage(response: Response): string | null {
  return html.get(response) ?? null;
}
