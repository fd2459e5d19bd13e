/** Downloads everything that matches a list's filters as one file, not only the rows that the page has loaded. */

import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { type Act, May } from './may.tsx';

type ExportMenuProps<Format extends string> = {
  act: Act;
  formats: readonly Format[];
  text: { label: string; button: string; formats: Readonly<Record<Format, string>> };
  hrefOf: (format: Format) => string;
};

export function ExportMenu<Format extends string>({ act, formats, text, hrefOf }: ExportMenuProps<Format>) {
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
        {formats.map((format) => (
          <MenuItem key={format} icon="document" href={hrefOf(format)} external>
            {text.formats[format]}
          </MenuItem>
        ))}
      </Menu>
    </May>
  );
}
