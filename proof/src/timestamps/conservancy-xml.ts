/**
 * Finds the constancia inside an XML document of Mifiel: base64 in `<record>`, inside `<conservancyRecord
 * version="NOM151-2016">`. The rest of the document adds nothing to what the token proves, so it is not read. A
 * document whose record could be read in two ways is refused.
 */

import { parseBase64 } from '../encoding/bytes.ts';

const NAME = 'conservancyRecord';

/** Undefined unless there is exactly one record, and nothing in the document could hide another. */
export function recordInXml(text: string): Uint8Array | undefined {
  if (text.includes('<!') || text.split(`<${NAME}`).length !== 2) return undefined;
  const inside = between(text, `<${NAME}`, `</${NAME}>`);
  if (inside === undefined || inside.split('<record').length !== 2) return undefined;
  const record = between(inside, '<record>', '</record>');
  return record === undefined ? undefined : parseBase64(record.replace(/[ \t\r\n]/g, ''));
}

function between(text: string, start: string, end: string): string | undefined {
  const from = text.indexOf(start);
  const to = from < 0 ? -1 : text.indexOf(end, from + start.length);
  return to < 0 ? undefined : text.slice(from + start.length, to);
}
