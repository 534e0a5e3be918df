type ClientLoaderArgs<Data> = { request: Request; serverLoader: () => Promise<Data> };

/**
 * The client loader of a route with a growing list. If a further page (`?after=`) cannot be fetched, the pages already shown must stay: the
 * loader returns `fallback` instead of throwing.
 * @param fallback the value that the route's list treats as "not loaded"
 * @throws the server's response, and any error while loading a first page
 */
export async function loadNextPage<Data, Failed>(
  { request, serverLoader }: ClientLoaderArgs<Data>,
  fallback: Failed,
): Promise<Data | Failed> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!new URL(request.url).searchParams.has('after') || error instanceof Response) throw error;
    return fallback;
  }
}
