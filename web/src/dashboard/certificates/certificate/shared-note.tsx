/** Says that several files share the time stamp, and what that means. */

import { defineText, useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import type { Certificate } from '../../api.ts';

const TEXT = defineText({
  en: {
    shared: (files: number) =>
      `The time stamp is shared by ${files} files: the provider stamped a tree with their fingerprints, not this file alone. It proves this file only together with its evidence record, and it is no constancia of this file alone. What courts make of it is not known.`,
  },
  es: {
    shared: (files: number) =>
      `El sello de tiempo lo comparten ${files} archivos: el prestador selló un árbol con sus huellas, no este archivo solo. Prueba este archivo solo junto con su registro de evidencia, y no es una constancia de este archivo solo. No se sabe qué valor le dan los tribunales.`,
  },
});

export function SharedNote({ nom151 }: { nom151: Certificate['nom151'] }) {
  const text = useText(TEXT);
  if (nom151.tree_size === null) return;
  return <Note tone="warn">{text.shared(nom151.tree_size)}</Note>;
}
