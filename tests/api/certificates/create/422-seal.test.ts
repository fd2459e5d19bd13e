/** A PDF that cannot be sealed is refused with an explanation, before anything is used up. */

import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { ODD_PDFS } from '../../../harness/odd-pdfs.ts';
import { onePage, writePdf } from '../../../harness/pdf-writer.ts';
import { postWithSeal } from '../../../harness/sealed.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const ENCRYPTED = writePdf({ objects: onePage(), trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 >>' });
const LOCKED = writePdf({
  objects: onePage({
    catalogue: '/Perms << /DocMDP 7 0 R >>',
    7: '<< /Type /Sig /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /P 1 >> >>] >>',
  }),
});

test.for<[string, Uint8Array | string]>([
  ['not_pdf', 'just text'],
  ['pdf_encrypted', ENCRYPTED],
  ['pdf_certified_no_changes', LOCKED],
  ['pdf_malformed', '%PDF-1.7\nnothing of a PDF follows'],
])('%s', async ([reason, pdf], { sello }) => {
  const caller = await sello.newAccount({ certificates: 5 });
  const before = await takeStock(sello, caller);
  const refused = await postWithSeal(sello, caller.key, pdf, {}, { 'idempotency-key': 'k' });
  expect(expectRefusal(refused, 422, 'pdf_cannot_be_sealed')).toContain(`(${reason})`);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  const spanish = await postWithSeal(sello, caller.key, pdf, {}, { 'accept-language': 'es' });
  expect(spanish.body.message).toContain('no se puede sellar');
});

test('a fingerprint alone and an unknown wish', async ({ sello, key }) => {
  const post = (payload: object) => sello.call('POST', `${API}/certificates`, { key, payload });
  const alone = await post({ sha256: 'ab'.repeat(32), file_name: 'a.pdf', seal: 'pdf' });
  expect(expectRefusal(alone, 422, 'validation_failed')).toContain('`seal` needs the file');
  const wish = await postWithSeal(sello, key, ODD_PDFS.simple as Uint8Array, { seal: 'yes' });
  expect(expectRefusal(wish, 422, 'validation_failed')).toContain('`seal`');
});
