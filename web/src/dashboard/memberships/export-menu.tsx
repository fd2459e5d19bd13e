/** Downloads everything that matches a list's filters as one file, not only the rows that the page has loaded. */

import { type Language, useLanguage } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { Mode } from '../api.ts';
import { type Act, May } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { COUNCIL_TEXT } from './text.ts';

const FORMATS = ['csv', 'ndjson'] as const;

type Form = { format: 'csv' | 'ndjson'; language?: Language; mode: Mode };

/** `hrefOf` adds the filters of the list. */
export function ExportMenu({ act, hrefOf }: { act: Act; hrefOf: (form: Form) => string }) {
  const { exports: text } = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const language = useLanguage();
  return (
    <May act={act}>
      <Menu
        label={text.label}
        button={(trigger) => (
          <Button icon="download" {...trigger}>
            {text.button}
          </Button>
        )}
      >
        {FORMATS.map((format) => (
          <MenuItem
            key={format}
            icon="document"
            href={hrefOf({ format, ...(format === 'csv' && { language }), mode })}
            external
          >
            {text.formats[format]}
          </MenuItem>
        ))}
      </Menu>
    </May>
  );
}
