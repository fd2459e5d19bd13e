/** What is said wherever a shared time stamp is shown or handed out, so that nobody takes it for a stamp of one file. */

import type { Text } from '../../kernel/errors.ts';

export function sharedStampWords(files: number): Text {
  return {
    es: `El sello de tiempo es compartido: el prestador selló la raíz de un árbol con las huellas de ${numberOf(files, 'archivo')}, no la de este archivo solo. El sello por sí mismo no prueba este archivo; lo prueba junto con su registro de evidencia (RFC 4998). No se sabe qué valor dan los tribunales a un sello así.`,
    en: `The time stamp is shared: the provider stamped the root of a tree with the fingerprints of ${numberOf(files, 'file')}, not that of this file alone. The stamp by itself does not prove this file; it does together with its evidence record (RFC 4998). What courts make of such a stamp is not known.`,
  };
}

function numberOf(files: number, word: string): string {
  return files === 1 ? `1 ${word}` : `${files} ${word}s`;
}
