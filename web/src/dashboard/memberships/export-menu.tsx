import { type Language, useLanguage } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import type { Mode } from '../api.ts';
import { ExportMenu as Exports } from '../export-menu.tsx';
import type { Act } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { COUNCIL_TEXT } from './text.ts';

const FORMATS = ['csv', 'ndjson'] as const;

type Form = { format: 'csv' | 'ndjson'; language?: Language; mode: Mode };

/** `hrefOf` gives the address of the export, with the filters of the list. */
export function ExportMenu({ act, hrefOf }: { act: Act; hrefOf: (form: Form) => string }) {
  const { exports: text } = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const language = useLanguage();
  return (
    <Exports
      act={act}
      formats={FORMATS}
      text={text}
      hrefOf={(format) => hrefOf({ format, ...(format === 'csv' && { language }), mode })}
    />
  );
}
