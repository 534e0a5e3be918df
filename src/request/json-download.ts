/** A JSON file that the browser saves. @param name the file name, of letters, digits, dots and hyphens */
export function jsonDownload({ name, file }: { name: string; file: BodyInit }): Response {
  return new Response(file, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
