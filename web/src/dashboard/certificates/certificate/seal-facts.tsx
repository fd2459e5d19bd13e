/** Links a PDF to its sealed copy, and a sealed copy to its PDF. */

import { Link } from 'wouter';
import { defineText, useText } from '../../../i18n/use-text.ts';
import type { Certificate } from '../../api.ts';
import { Fact } from './fact.tsx';

const SEAL_TEXT = defineText({
  en: {
    copy: 'Sealed copy',
    toCopy: 'Certificate of the copy with the time stamp inside',
    original: 'Sealed copy of',
    toOriginal: 'Certificate of the original',
    queued: 'Being made',
    none: (why: string) => `There is none: ${why}.`,
    why: {
      not_pdf: 'it is no PDF',
      pdf_encrypted: 'the PDF is encrypted',
      pdf_certified_no_changes: 'the PDF is signed by somebody who allows no change to it',
      pdf_malformed: 'the PDF is damaged or built in a way in which nothing can be added to it',
      pdf_too_costly: 'reading the PDF takes too much time or memory',
      file_erased: 'the original was erased first',
      storage_full: 'there was no room for it',
      sealing_failed: 'it failed again and again',
    },
  },
  es: {
    copy: 'Copia sellada',
    toCopy: 'Certificado de la copia con el sello de tiempo dentro',
    original: 'Copia sellada de',
    toOriginal: 'Certificado del original',
    queued: 'Se está haciendo',
    none: (why) => `No la hay: ${why}.`,
    why: {
      not_pdf: 'no es un PDF',
      pdf_encrypted: 'el PDF está cifrado',
      pdf_certified_no_changes: 'el PDF lo firmó alguien que no permite ningún cambio',
      pdf_malformed: 'el PDF está dañado o construido de un modo en que nada se le puede agregar',
      pdf_too_costly: 'leer el PDF requiere demasiado tiempo o memoria',
      file_erased: 'el original se borró antes',
      storage_full: 'no había espacio para ella',
      sealing_failed: 'falló una y otra vez',
    },
  },
});

export function SealFacts({
  certificate: { sealed, sealed_from: original },
}: {
  certificate: Pick<Certificate, 'sealed' | 'sealed_from'>;
}) {
  const text = useText(SEAL_TEXT);
  return (
    <>
      {sealed !== null && (
        <Fact name={text.copy}>
          {sealed.certificate_id !== null ? (
            <Link href={`/certificates/${sealed.certificate_id}`}>{text.toCopy}</Link>
          ) : sealed.reason === null ? (
            text.queued
          ) : (
            text.none(text.why[sealed.reason])
          )}
        </Fact>
      )}
      {original !== null && (
        <Fact name={text.original}>
          <Link href={`/certificates/${original.certificate_id}`}>{text.toOriginal}</Link>
        </Fact>
      )}
    </>
  );
}
