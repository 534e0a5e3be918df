type ClientLoaderArgs<Data> = { request: Request; serverLoader: () => Promise<Data> };

/**
 * What a route with a growing list answers in the browser. A further page (`?after=`) that cannot be fetched must not take away those
 * that are there: it counts as not loaded.
 * @param fallback what the route's list knows as not loaded
 * @throws what the server answered, and whatever goes wrong with a first page
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
