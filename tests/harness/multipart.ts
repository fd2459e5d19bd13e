/** Builds multipart/form-data bodies, valid ones and, part by part, invalid ones. */

export type Part = { name: string; value: string | Uint8Array; filename?: string; type?: string };

export const BOUNDARY = 'sello-test-boundary-7f3a';

export function multipart(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const chunks: Buffer[] = [];
  for (const part of parts) {
    const filename = part.filename === undefined ? '' : `; filename="${escapeFileName(part.filename)}"`;
    const type = part.type === undefined ? '' : `Content-Type: ${part.type}\r\n`;
    chunks.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"${filename}\r\n${type}\r\n`,
      ),
      Buffer.from(part.value),
      Buffer.from('\r\n'),
    );
  }
  chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  return {
    payload: Buffer.concat(chunks),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** A form with one file and any fields. */
export function fileForm(
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  filename = 'contract.pdf',
) {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return multipart([...texts, { name: 'file', value: content, filename, type: 'application/pdf' }]);
}

/** As browsers write names: RFC 7578 §4.2 and the WHATWG form-data encoding. */
function escapeFileName(filename: string): string {
  return filename.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
