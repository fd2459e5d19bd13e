import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Certificate } from '../../api.ts';
import { May } from '../../may.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

/** A button with a confirmation: an erased file cannot be restored. */
export function EraseFile({ certificate }: { certificate: Certificate }) {
  const { erase: text } = useText(TEXT);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <May act="eraseCertificateFile">
        <Button variant="quiet" icon="trash" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </May>
      {isOpen && <EraseFileDialog certificate={certificate} onClose={() => setOpen(false)} />}
    </>
  );
}

function EraseFileDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const { erase: text } = useText(TEXT);
  const erase = useChange(() => api.eraseCertificateFile(certificate.id), {
    awaits: [['certificate', certificate.id]],
    say: text.done,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.title} submit={text.submit} icon="trash" danger change={erase} onClose={onClose}>
      <p>{text.intro(certificate.file.name)}</p>
      <Note tone="warn">{text.warning}</Note>
    </FormDialog>
  );
}
