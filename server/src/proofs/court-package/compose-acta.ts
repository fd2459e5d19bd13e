/** Composes the acta of a court package. */

import { BUNDLE_ENTRIES, plainLine } from '@sello/proof';
import { digestOfFile } from '../../kernel/file-digest.ts';
import type { Bilingual } from '../constancia/facts.ts';
import { inMexicoCity, inMexicoCityText, inUtc, inWords } from '../constancia/pdf-times.ts';
import { fingerprintOnly } from '../constancia/text.ts';
import type { Acta, ActaBlock, ActaFact, ActaSection } from './acta.ts';
import { type CourtFacts, EVIDENCE_FOLDER } from './facts.ts';
import { issuerSection } from './issuer-section.ts';
import { stepsOf } from './steps.ts';
import { howTo, otherWays, provesOf, questionsOf, warningOf } from './text.ts';

export function composeActa(facts: CourtFacts): Acta {
  return {
    folio: facts.certificate.id,
    serviceName: facts.serviceName,
    verificationUrl: facts.verificationUrl,
    title: {
      es: 'Acta del paquete de evidencia para juicio',
      en: 'Statement of the evidence package for court',
    },
    warning: warningOf(facts),
    stampedAt: new Date(facts.certificate.timestamp.genTime),
    sections: [
      certifiedSection(facts),
      whoAndWhenSection(facts),
      issuerSection(facts),
      {
        title: { es: 'Qué prueba y qué no prueba', en: 'What it proves and what it does not' },
        blocks: provesOf(facts),
      },
      contentsSection(facts),
      stepsSection(facts),
      otherWaySection(facts),
      questionsSection(facts),
    ],
  };
}

function certifiedSection({ certificate, original, tsrSha256, applicant }: CourtFacts): ActaSection {
  const { file, title, description, documentType } = certificate;
  const { algorithm, value } = digestOfFile(file);
  const facts: ActaFact[] = [
    { label: { es: 'Folio', en: 'Certificate' }, value: certificate.id, exact: true },
    { label: { es: 'Título', en: 'Title' }, value: plainLine(title) },
    // For readers outside the account the description is left out, as on the public page.
    ...(description === undefined || applicant === undefined
      ? []
      : [{ label: { es: 'Descripción', en: 'Description' }, value: plainLine(description) }]),
    ...(documentType === undefined
      ? []
      : [{ label: { es: 'Tipo de documento', en: 'Document type' }, value: plainLine(documentType) }]),
    { label: { es: 'Nombre del archivo', en: 'File name' }, value: plainLine(file.name) },
    ...(file.sizeBytes === undefined
      ? []
      : [{ label: { es: 'Tamaño', en: 'Size' }, value: `${file.sizeBytes} bytes` }]),
    {
      label: { es: `Huella ${algorithm} del original`, en: `${algorithm} of the original` },
      value,
      exact: true,
    },
    {
      label: { es: 'Huella SHA-256 del sello (timestamp.tsr)', en: 'SHA-256 of the stamp (timestamp.tsr)' },
      value: tsrSha256,
      exact: true,
    },
    ...linkedFacts(certificate),
    { label: { es: 'Lugar en esta carpeta', en: 'Place in this folder' }, value: original.path, exact: true },
  ];
  const blocks: ActaBlock[] = [{ kind: 'facts', facts }];
  if (!original.isIncluded) blocks.unshift({ kind: 'paragraph', text: addOriginal(original.path) });
  if (!file.wasSent) blocks.push({ kind: 'paragraph', text: fingerprintOnly(algorithm) });
  return { title: { es: 'Qué se certificó', en: 'What was certified' }, blocks };
}

/**
 * A PDF and its sealed copy name each other. The other file is not in the folder, because each has its own stamp and
 * its own package.
 */
function linkedFacts({ seal, sealedFrom }: CourtFacts['certificate']): ActaFact[] {
  const facts: ActaFact[] = [];
  if (seal?.copy !== undefined)
    facts.push({ label: SEALED_COPY, value: folioAndHash(seal.copy), exact: true });
  if (sealedFrom !== undefined)
    facts.push({ label: SEALED_FROM, value: folioAndHash(sealedFrom), exact: true });
  return facts;
}

const SEALED_COPY = {
  es: 'Copia sellada de este PDF, con el sello dentro (tiene paquete propio)',
  en: 'Sealed copy of this PDF, with the stamp inside (it has a package of its own)',
};
const SEALED_FROM = {
  es: 'Es la copia sellada de este otro PDF, cuyos bytes contiene al principio',
  en: 'This is the sealed copy of another PDF, whose bytes it begins with',
};

function folioAndHash({ id, sha256 }: { id: string; sha256: string }): string {
  return `${id} · SHA-256 ${sha256}`;
}

/** What the reader of a package without the original must do before the first step. */
export function addOriginal(path: string): Bilingual {
  return {
    es: `EL ORIGINAL NO VIENE EN ESTA CARPETA. Antes de empezar, copie el archivo original, sin abrirlo ni guardarlo de nuevo, con este nombre exacto: ${path}`,
    en: `THE ORIGINAL IS NOT IN THIS FOLDER. Before you begin, copy the original file, without opening it or saving it again, under this exact name: ${path}`,
  };
}

function whoAndWhenSection({ certificate, serviceName, applicant }: CourtFacts): ActaSection {
  const { genTime } = certificate.timestamp;
  const { day } = inMexicoCity(genTime);
  const words = inWords(day);
  return {
    title: { es: 'Por quién y cuándo', en: 'By whom and when' },
    blocks: [
      {
        kind: 'facts',
        facts: [
          ...(certificate.isAdopted ? adoptedFacts(certificate) : []),
          {
            label: { es: 'Fecha y hora del sello', en: 'Date and time of the stamp' },
            value: {
              es: `${words.es}; ${inMexicoCityText(genTime)}`,
              en: `${words.en}; ${inMexicoCityText(genTime)}`,
            },
          },
          {
            label: { es: 'Lo mismo, en tiempo universal', en: 'The same, in universal time' },
            value: inUtc(genTime),
          },
          {
            label: { es: 'Solicitado por', en: 'Requested by' },
            value:
              applicant === undefined
                ? {
                    es: 'El titular de una cuenta de este servicio, que no se muestra a terceros.',
                    en: 'The holder of an account with this service, who is not shown to others.',
                  }
                : {
                    es: `${plainLine(applicant)} (nombre de la cuenta, según su titular; el servicio no lo verificó)`,
                    en: `${plainLine(applicant)} (name of the account, as its holder states it; the service did not verify it)`,
                  },
          },
          {
            label: certificate.isAdopted
              ? { es: 'Servicio que la conserva', en: 'Service that keeps it' }
              : { es: 'Servicio que tramitó', en: 'Service that obtained it' },
            value: plainLine(serviceName),
          },
        ],
      },
    ],
  };
}

/** For an adopted constancia, this service vouches only for the day on which it got it. */
function adoptedFacts({ createdAt }: CourtFacts['certificate']): ActaFact[] {
  return [
    {
      label: { es: 'En poder de este servicio desde', en: 'Kept by this service since' },
      value: `${inMexicoCityText(createdAt)}; ${inUtc(createdAt)}`,
    },
    {
      label: { es: 'Origen de la constancia', en: 'Origin of the record' },
      value: {
        es: 'La emitió otro prestador y la trajo el titular de la cuenta; este servicio no la tramitó. La fecha del sello es la que declara su emisor.',
        en: 'Another provider issued it, and the holder of the account brought it; this service did not obtain it. The date of the stamp is what its issuer states.',
      },
    },
  ];
}

function contentsSection({ evidence, original }: CourtFacts): ActaSection {
  const files: ActaFact[] = [
    {
      label: { es: 'LEAME.html, LEAME.txt, acta.pdf', en: 'LEAME.html, LEAME.txt, acta.pdf' },
      value: {
        es: 'esta acta, en tres formas con el mismo contenido',
        en: 'this document, in three forms with the same content',
      },
    },
    {
      label: { es: 'SHA256SUMS', en: 'SHA256SUMS' },
      value: {
        es: 'la huella de cada archivo de la carpeta',
        en: 'the fingerprint of every file of the folder',
      },
    },
    {
      label: { es: original.path, en: original.path },
      value: original.isIncluded
        ? { es: 'el archivo original', en: 'the original file' }
        : { es: 'aquí debe copiarse el archivo original', en: 'the original file must be copied here' },
    },
    ...BUNDLE_ENTRIES.filter(({ name }) => evidence.has(name)).map(({ name, what }) => ({
      label: { es: EVIDENCE_FOLDER + name, en: EVIDENCE_FOLDER + name },
      value: what,
    })),
  ];
  return {
    title: { es: 'Qué hay en la carpeta', en: 'What is in the folder' },
    blocks: [{ kind: 'facts', facts: files }],
  };
}

function stepsSection(facts: CourtFacts): ActaSection {
  return {
    title: { es: 'Cómo comprobarlo, paso por paso', en: 'How to check it, step by step' },
    blocks: [
      ...howTo(facts).map((text) => ({ kind: 'paragraph' as const, text })),
      ...(facts.original.isIncluded
        ? []
        : [{ kind: 'paragraph' as const, text: addOriginal(facts.original.path) }]),
      ...stepsOf(facts).map((step) => ({ kind: 'step' as const, step })),
    ],
  };
}

function otherWaySection(facts: CourtFacts): ActaSection {
  const { anchor, verificationUrl } = facts;
  return {
    title: { es: 'Otra forma de comprobarlo', en: 'Another way to check it' },
    blocks: [
      ...otherWays(facts).map((text) => ({ kind: 'paragraph' as const, text })),
      {
        kind: 'facts',
        facts: [
          { label: { es: 'Página pública', en: 'Public page' }, value: verificationUrl, exact: true },
          ...(anchor === undefined
            ? []
            : [
                {
                  label: { es: 'Bloque', en: 'Block' },
                  value: `${anchor.blockNumber} · ${anchor.network} · 0x${anchor.blockHash}`,
                  exact: true,
                },
              ]),
        ],
      },
    ],
  };
}

function questionsSection(facts: CourtFacts): ActaSection {
  return {
    title: { es: 'Preguntas para la prueba pericial', en: 'Questions for the expert' },
    blocks: [{ kind: 'list', items: questionsOf(facts) }],
  };
}
