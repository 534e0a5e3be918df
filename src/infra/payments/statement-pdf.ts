// A PDF of plain text: Paystack takes our answer to a dispute with a file, and this is the least that is one.

const LINE_LENGTH = 88;
const LINES_PER_PAGE = 54;

/** A text as a PDF (1.4, one font that every reader has). Characters beyond Latin-1 become question marks. */
export function createStatementPdf(title: string, text: string): Buffer {
  const lines = [title, '', ...text.split('\n').flatMap(wrap)];
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_PER_PAGE) }, (_, page) =>
    lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE),
  );
  // Objects 1 and 2 are the catalogue and the list of pages, 3 is the font; then each page and its content.
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const content = `BT /F1 11 Tf 14 TL 50 790 Td ${page.map((line) => `(${escape(line)}) Tj T*`).join(' ')} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function wrap(line: string): string[] {
  const rows = [''];
  for (const word of line.split(' ')) {
    const last = rows.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= LINE_LENGTH) rows.push(word);
    else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return rows;
}

function escape(line: string): string {
  return line.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, '\\$&');
}
