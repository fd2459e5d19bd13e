/**
 * The constancia: a PDF for people, with the proofs as files inside it. Only those files can be checked; the pages only
 * show what the files state, and anybody can put other pages around genuine files.
 */

import { type CheckOutcome, fail, pass, skip } from '../check-outcome.ts';
import { parseUtf8 } from '../encoding/bytes.ts';
import { holdsText, isPdf, readPdfFiles } from '../encoding/pdf-files.ts';
import { decodePem } from '../encoding/pem.ts';
import { originalOfSealed } from '../pdf-stamps/original-of-sealed.ts';
import { ProofError } from '../proof-error.ts';
import { readWay } from './bundle.ts';
import { BUNDLE_ENTRIES } from './bundle-entries.ts';
import { readLasting } from './bundle-lasting.ts';
import type { Lasting } from './lasting.ts';

type ConstanciaCheck = CheckOutcome<'attachments' | 'words'>;

type OpenedConstancia = {
  proofs:
    | {
        tsr: Uint8Array;
        chain: Uint8Array[];
        xml: Uint8Array | undefined;
        lasting: Lasting;
        record: Uint8Array | undefined;
        fileSha256: Uint8Array | undefined;
      }
    | undefined;
  checks: ConstanciaCheck[];
};

/** Whether a PDF names a time stamp as a file inside it, even if that file cannot be read here. */
export function isConstancia(bytes: Uint8Array): boolean {
  return isPdf(bytes) && holdsText(bytes, '/EmbeddedFile') && holdsText(bytes, '(timestamp.tsr)');
}

/** The constancia inside its sealed copy. Undefined if it is not sealed, or if anything else was added to it. */
export function constanciaInSealed(pdf: Uint8Array): Uint8Array | undefined {
  const inside = holdsText(pdf, 'ETSI.RFC3161') ? originalOfSealed(pdf) : undefined;
  return inside !== undefined && isAsIssued(inside) ? inside : undefined;
}

function isAsIssued(pdf: Uint8Array): boolean {
  try {
    readPdfFiles(pdf);
    return true;
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

export function openConstancia(pdf: Uint8Array): OpenedConstancia {
  try {
    const files = readPdfFiles(constanciaInSealed(pdf) ?? pdf);
    const tsr = files.get('timestamp.tsr');
    if (tsr === undefined)
      return { proofs: undefined, checks: [fail('attachments', 'the PDF holds no timestamp.tsr'), WORDS] };
    const strange = [...files.keys()].find((name) => !isProofFile(name, files));
    if (strange !== undefined)
      return {
        proofs: undefined,
        checks: [fail('attachments', `the PDF holds ${strange}, which no constancia has`), WORDS],
      };
    const chain = decodePem('CERTIFICATE', parseUtf8(files.get('chain.pem') ?? new Uint8Array(0)) ?? '');
    const xml = files.get('blockchain-proof.xml');
    const proofs = { tsr, chain, xml, lasting: readLasting(files), ...readWay(files) };
    const names = [...files.keys()].join(', ');
    return { proofs, checks: [pass('attachments', `taken out of the PDF and checked: ${names}`), WORDS] };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const because = `${error.message}; take the attached files out with a PDF reader and give those`;
    return { proofs: undefined, checks: [fail('attachments', because), WORDS] };
  }
}

/**
 * Whether a file of a bundle is a proof. The page, the README, the manifest and the key are not; the fingerprint counts
 * only beside an evidence record, which begins at it.
 */
function isProofFile(name: string, files: ReadonlyMap<string, Uint8Array>): boolean {
  if (name === 'file.sha256') return files.has('evidence-record.ers');
  const others = ['README.txt', 'manifest.json', 'file.sha384', 'file.sha512', 'log-key.txt', 'verify.html'];
  return BUNDLE_ENTRIES.some((entry) => entry.name === name) && !others.includes(name);
}

const WORDS = skip(
  'words',
  'the words and pictures of the PDF itself are not checked: what counts are the files attached to it',
);
