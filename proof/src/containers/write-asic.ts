/**
 * The entries of an ASiC container with one file, except the file itself. A time stamp of the file itself makes an
 * ASiC-S, because in an ASiC-E it would have to cover a manifest. An evidence record makes an ASiC-E, whose manifest
 * names the file.
 */

import { encodeUtf8 } from '../encoding/bytes.ts';
import { ASIC_E, ASIC_S } from './asic.ts';
import { writeRecordManifest } from './asic-manifest.ts';

type AsicEvidence =
  /** An RFC 3161 token over the file, without the response around it. */
  | { token: Uint8Array }
  /** An RFC 4998 evidence record of the file. */
  | { record: Uint8Array };

export type WrittenAsic = {
  form: 'asic-s' | 'asic-e';
  mediaType: string;
  ending: '.asics' | '.asice';
  /** `mimetype` first. The file itself may follow at any place. */
  entries: readonly { name: string; content: Uint8Array }[];
};

const RECORD_PATH = 'META-INF/evidencerecord001.ers';

/** `name` is what the file is called in the container: see `asicFileName`. */
export function writeAsic(file: { name: string; sha256: Uint8Array }, evidence: AsicEvidence): WrittenAsic {
  if ('token' in evidence) {
    const entries = [
      { name: 'mimetype', content: encodeUtf8(ASIC_S) },
      { name: 'META-INF/timestamp.tst', content: evidence.token },
    ];
    return { form: 'asic-s', mediaType: ASIC_S, ending: '.asics', entries };
  }
  const entries = [
    { name: 'mimetype', content: encodeUtf8(ASIC_E) },
    { name: 'META-INF/ASiCEvidenceRecordManifest001.xml', content: writeRecordManifest(RECORD_PATH, file) },
    { name: RECORD_PATH, content: evidence.record },
  ];
  return { form: 'asic-e', mediaType: ASIC_E, ending: '.asice', entries };
}

const MOST_NAME = 100;
const MOST_ENDING = 12;

/** The file's own name, changed only as far as needed to unpack it on every system at the root of a container. */
export function asicFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ()_.,+-]/gu, '_')
    .replace(/^[ .]+/, '')
    .replace(/(?<![ .])[ .]+$/, '');
  const [ending = ''] = /\.[^.]*$/.exec(plain) ?? [];
  const kept = ending.length > MOST_ENDING ? '' : ending;
  const short = `${plain.slice(0, plain.length - kept.length).slice(0, MOST_NAME)}${kept}`;
  const isTaken = /^(?:mimetype|meta-inf)$/i.test(short);
  return short === '' || short === kept || isTaken ? `original${kept}` : short;
}
