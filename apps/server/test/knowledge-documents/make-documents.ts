import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** A PDF whose pages contain these words; an empty page has none, like a scan. */
export function makePdf(pages: readonly string[], encryption = ''): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((words, at) => {
      const drawn = words === '' ? '0 0 100 100 re f' : `BT /F1 12 Tf 50 700 Td (${words}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `trailer << /Size ${objects.length + 1} /Root 1 0 R ${encryption} >>\nstartxref\n${table}\n%%EOF`;
  return new Uint8Array(Buffer.from(pdf, 'latin1'));
}

/** The same, encrypted with an unknown password. */
export const makeLockedPdf = (): Uint8Array =>
  makePdf(
    ['secret'],
    `/ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'12'.repeat(32)}> /U <${'34'.repeat(32)}> >>`,
  );

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A Word document of paragraphs; those that start with `# ` are headings. */
export async function makeDocx(paragraphs: readonly string[]): Promise<Uint8Array> {
  const body = paragraphs.map((words) => {
    const style = words.startsWith('# ') ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : '';
    return `<w:p>${style}<w:r><w:t>${words.replace(/^# /, '')}</w:t></w:r></w:p>`;
  });
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await zip.add('[Content_Types].xml', new TextReader(CONTENT_TYPES));
  await zip.add('_rels/.rels', new TextReader(RELATIONS));
  await zip.add(
    'word/document.xml',
    new TextReader(
      `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    ),
  );
  return zip.close();
}
