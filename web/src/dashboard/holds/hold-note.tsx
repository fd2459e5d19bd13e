/** Says that a legal hold keeps a record from being erased. Only the operator knows the reason. */

import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { defineText, useText } from '../../i18n/use-text.ts';
import { Note } from '../../ui/note.tsx';
import { api } from '../api.ts';

const TEXT = defineText({
  en: {
    held: (since: string) =>
      `Legal hold since ${since}: nothing of this can be erased until the operator of the service lifts it.`,
  },
  es: {
    held: (since) =>
      `Retención legal desde el ${since}: nada de esto puede borrarse hasta que el operador del servicio la levante.`,
  },
});

/**
 * Shows that a legal hold covers this member or certificate. If neither is given, shows a hold on the whole account.
 */
export function HoldNote({ of = {} }: { of?: { member_id?: string; certificate_id?: string } }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const found = useQuery({ queryKey: ['legal-holds', of], queryFn: () => api.listLegalHolds(of) });
  const [first] = found.data?.legal_holds ?? [];
  return first && <Note tone="warn">{text.held(formats.date(first.since))}</Note>;
}
