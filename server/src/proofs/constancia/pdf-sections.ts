/** The sections of a constancia, from top to bottom. */

import { createHash } from 'node:crypto';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { Bilingual, ConstanciaFacts } from './facts.ts';
import { writeHeader, writeVerdict } from './pdf-head.ts';
import {
  COLORS,
  COLUMN,
  fields,
  inBoth,
  keepTogether,
  type Layout,
  paragraph,
  section,
  type Value,
  write,
} from './pdf-layout.ts';
import { inMexicoCityText, inUtc } from './pdf-times.ts';
import { finalityWords, fingerprintOnly, trustWords } from './text.ts';

export function writeSections(layout: Layout, facts: ConstanciaFacts): void {
  writeHeader(layout, facts);
  writeVerdict(layout, facts);
  writeDocument(layout, facts);
  writeTimestamp(layout, facts);
  writeChecks(layout, facts);
  writePlace(layout, facts);
  writeAttachments(layout, facts);
  writeInstructions(layout, facts);
}

function writeDocument(layout: Layout, { certificate, verificationUrl }: ConstanciaFacts): void {
  const { title, description, documentType, file } = certificate;
  const { algorithm, value } = digestOfFile(file);
  const parent = section(layout, { es: 'Documento', en: 'Document' });
  fields(layout, parent, [
    row('Título', 'Title', [{ text: title, strong: true }]),
    ...(description === undefined ? [] : [row('Descripción', 'Description', [{ text: description }])]),
    ...(documentType === undefined
      ? []
      : [row('Tipo de documento', 'Document type', [{ text: documentType }])]),
    row('Archivo', 'File name', [{ text: file.name }]),
    row('Tamaño y tipo', 'Size and type', [
      {
        text:
          file.sizeBytes === undefined ? file.mime : `${inThousands(file.sizeBytes)} bytes  ·  ${file.mime}`,
      },
    ]),
    ...(file.wasSent ? [] : [row('Solo la huella', 'Fingerprint only', inBoth(fingerprintOnly(algorithm)))]),
    row(`${algorithm} del archivo`, `${algorithm} of the file`, [{ text: inEights(value), mono: true }]),
    row('Verificación en línea', 'Verify online', [{ text: verificationUrl, mono: true }]),
  ]);
}

function writeTimestamp(layout: Layout, { certificate, signer, rootSha256 }: ConstanciaFacts): void {
  const { psc, serial, policyOid, genTime, accuracyMs } = certificate.timestamp;
  const parent = section(layout, { es: 'Sello de tiempo (RFC 3161)', en: 'Time stamp (RFC 3161)' });
  fields(layout, parent, [
    row('Autoridad', 'Authority', [{ text: psc }, ...(signer ? [{ text: signer, soft: true }] : [])]),
    row('Fecha y hora', 'Date and time', [
      { text: inUtc(genTime) },
      { text: inMexicoCityText(genTime) },
      accuracyValue(accuracyMs),
    ]),
    row('Número de serie', 'Serial number', [{ text: serial, mono: true }]),
    row('Política (OID)', 'Policy (OID)', [{ text: policyOid, mono: true }]),
    row('SHA-256 de la raíz', "SHA-256 of the authority's root", [
      { text: inEights(rootSha256), mono: true },
    ]),
  ]);
}

function accuracyValue(accuracyMs: number | undefined): Value {
  const text =
    accuracyMs === undefined
      ? 'Exactitud no declarada · Accuracy not stated'
      : `Exactitud ± ${accuracyMs} ms · Accuracy ± ${accuracyMs} ms`;
  return { text, soft: true };
}

function writeChecks(layout: Layout, { checks, accreditation }: ConstanciaFacts): void {
  const parent = section(layout, { es: 'Resultados de la verificación', en: 'Verification results' });
  const answer = (holds: boolean, { es, en }: Bilingual, good: Bilingual, bad: Bilingual): Value[] => [
    {
      text: holds ? `✔ ${good.es} / ${good.en}` : `✘ ${bad.es} / ${bad.en}`,
      strong: true,
      color: holds ? COLORS.good.ink : COLORS.bad.ink,
    },
    ...inBoth({ es, en }),
  ];
  const yes = { es: 'Sí', en: 'Yes' };
  const no = { es: 'No', en: 'No' };
  const isAccredited = checks.issuer.holds && accreditation !== 'none';
  fields(layout, parent, [
    row(
      '¿Coincide la huella?',
      'Does the digest match?',
      answer(checks.digest.holds, checks.digest, yes, no),
    ),
    row('¿Es válido el sello?', 'Is the stamp valid?', answer(checks.seal.holds, checks.seal, yes, no)),
    row(
      '¿Lo emitió un prestador acreditado?',
      'Was the issuer accredited?',
      answer(isAccredited, checks.issuer, yes, no),
    ),
  ]);
}

function writePlace(layout: Layout, { log, anchor }: ConstanciaFacts): void {
  const parent = section(layout, { es: 'Registro público y blockchain', en: 'Log and blockchain' });
  const waiting = inBoth({ es: 'Anclaje en proceso', en: 'Anchoring in progress' }, COLORS.warn.ink);
  fields(layout, parent, [
    row('Registro público', 'Log', log ? logValues(log) : waiting),
    ...(anchor === undefined ? [row('Blockchain', 'Blockchain', waiting)] : anchorRows(anchor)),
  ]);
}

function logValues({ leafIndex, checkpoint }: NonNullable<ConstanciaFacts['log']>): Value[] {
  const place = `Hoja / leaf ${leafIndex}`;
  if (checkpoint === undefined) return [{ text: place }];
  const { origin, treeSize, root } = checkpoint;
  return [
    { text: `${place}  ·  Punto de control / checkpoint ${treeSize}  ·  ${origin}` },
    { text: inEights(hex(root)), mono: true },
  ];
}

function anchorRows(anchor: NonNullable<ConstanciaFacts['anchor']>) {
  const trust = trustWords(anchor.trust);
  const time = anchor.blockTime.toISOString().replace(/\.000Z$/, 'Z');
  return [
    row('Red', 'Network', [
      { text: anchor.network },
      ...(trust ? inBoth(trust, anchor.trust === 'operator' ? COLORS.warn.ink : undefined) : []),
    ]),
    ...(anchor.txHash
      ? [row('Transacción', 'Transaction', [{ text: `0x${inEights(hex(anchor.txHash))}`, mono: true }])]
      : []),
    row('Bloque', 'Block', [
      { text: `${anchor.blockNumber}  ·  ${inUtc(time)}` },
      { text: `0x${inEights(hex(anchor.blockHash))}`, mono: true },
    ]),
    row(
      'Carácter definitivo',
      'Finality',
      inBoth(
        finalityWords(anchor.finality, anchor.isFinal, anchor.confirmations),
        anchor.isFinal ? undefined : COLORS.warn.ink,
      ),
    ),
    ...(anchor.isShown
      ? []
      : [
          row(
            'Inclusión',
            'Inclusion',
            inBoth({
              es: 'La prueba llega hasta la transacción; que esté en el bloque lo dice el nodo de la red.',
              en: "The proof ends at the transaction; that it is in the block is the word of the network's node.",
            }),
          ),
        ]),
  ];
}

function writeAttachments(layout: Layout, { attachments }: ConstanciaFacts): void {
  const parent = section(layout, { es: 'Archivos dentro de este PDF', en: 'Files inside this PDF' });
  fields(
    layout,
    parent,
    attachments.map(({ name, description, bytes }) => ({
      label: { es: name, en: `${inThousands(bytes.length)} bytes` },
      values: [
        { text: description },
        { text: inEights(createHash('sha256').update(bytes).digest('hex')), mono: true },
      ],
    })),
  );
}

function writeInstructions(
  layout: Layout,
  { commands, anchor, certificate, accreditation, verificationUrl }: ConstanciaFacts,
): void {
  keepTogether(layout, 172);
  const parent = section(layout, { es: 'Cómo comprobarlo sin nosotros', en: 'How to check it without us' });
  const isProven = anchor?.isFinal === true;
  paragraph(layout, parent, {
    es: 'Guarde los archivos adjuntos (panel de adjuntos del lector, o la primera orden) junto al archivo original y ejecute:',
    en: "Save the attached files (the reader's attachments panel, or the first command) beside the original file and run:",
  });
  const all = [
    `pdfdetach -saveall ${certificate.id}.pdf`,
    `sha256sum ARCHIVO   # ${certificate.file.sha256}`,
    ...commands,
    `node sello-verify.mjs ARCHIVO --tsr timestamp.tsr${isProven ? ' --xml blockchain-proof.xml' : ''}${accreditation === 'state' ? '' : ' --root chain.pem'}   # ${new URL('/sello-verify.mjs', verificationUrl).href}`,
  ];
  layout.y += 3;
  for (const text of all) {
    const ink = { face: 'mono', size: 6.8, color: COLORS.ink } as const;
    write(layout, parent, { tag: 'Code', text, ink, left: COLUMN.left + 10, width: COLUMN.width - 10 });
  }
  layout.y += 3;
  paragraph(layout, parent, {
    es: 'Obtenga la raíz (último certificado de chain.pem) por otra vía y compare su huella con la de esta hoja. Esta hoja solo describe las pruebas: lo que vale son los archivos adjuntos.',
    en: 'Get the root (the last certificate of chain.pem) from a source of your own and compare its fingerprint with the one above. This page only describes the proofs: what counts are the attached files.',
  });
  if (isProven) {
    paragraph(layout, parent, {
      es: `Pregunte a un nodo o explorador de su confianza por el bloque ${anchor.blockNumber} de ${anchor.network}: su hash debe ser el de esta hoja.`,
      en: `Ask a node or explorer that you trust for block ${anchor.blockNumber} of ${anchor.network}: its hash must be the one on this page.`,
    });
  }
}

function row(es: string, en: string, values: readonly Value[]) {
  return { label: { es, en }, values };
}

/** Splits a text into groups of eight characters, which are easy to compare by eye. */
function inEights(text: string): string {
  return text.match(/.{1,8}/g)?.join(' ') ?? text;
}

function inThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
