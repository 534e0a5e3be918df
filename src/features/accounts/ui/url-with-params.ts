/** A path with those parameters that have a value: `urlWithParams('/login', { view: 'reset', returnUrl: null })`. */
export function urlWithParams(path: string, params: Record<string, string | null | false>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}
