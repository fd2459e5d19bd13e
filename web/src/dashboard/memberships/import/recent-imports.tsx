/** The latest imports. An import can be undone if nothing depends on its members. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Table } from '../../../ui/table.tsx';
import { api, type Import } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

export function RecentImports() {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [undoing, setUndoing] = useState<Import>();
  const { data } = useQuery({
    queryKey: ['imports', mode],
    queryFn: () => api.listImports({ mode, limit: 10 }),
  });
  if (data === undefined || data.imports.length === 0) return null;
  const became = ({ status, summary }: Import) => {
    const { created, updated, rejected } = summary;
    if (status === 'undone') return text.undone;
    return text.became(formats.number(created), formats.number(updated), formats.number(rejected));
  };
  return (
    <Card title={text.recent} flush>
      <Table
        caption={text.recent}
        columns={[
          { label: text.when, cell: (one) => formats.dateTime(one.created_at) },
          { label: text.result, cell: became },
          {
            label: '',
            kind: 'actions',
            cell: (one) =>
              one.status === 'completed' &&
              one.summary.created > 0 && (
                <May act="undoImport">
                  <Button variant="quiet" size="small" onClick={() => setUndoing(one)}>
                    {text.undo}
                  </Button>
                </May>
              ),
          },
        ]}
        rows={data.imports}
        rowKey={(one) => one.id ?? one.created_at}
      />
      {undoing && <UndoDialog made={undoing} onClose={() => setUndoing(undefined)} />}
    </Card>
  );
}

function UndoDialog({ made, onClose }: { made: Import; onClose: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const undo = useChange(() => api.undoImport(made.id ?? '', { mode }), {
    resets: [['members']],
    awaits: [['imports']],
    say: text.undone,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.undoTitle} submit={text.undo} danger change={undo} onClose={onClose}>
      <p>{text.undoNote(formats.number(made.summary.created))}</p>
    </FormDialog>
  );
}
