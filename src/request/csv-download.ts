/** A CSV file that the browser saves. @param name the file name, of letters, digits, dots and hyphens */
export function csvDownload({ name, file }: { name: string; file: string }): Response {
  return new Response(file, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
