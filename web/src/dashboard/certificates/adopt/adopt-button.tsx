import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { hashFile, hexOf } from '../../../hashing/hash-file.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { ME } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

/** Adopts a constancia that another provider issued. The file that it is about stays on the person's computer. */
export function AdoptButton() {
  const text = useText(TEXT);
  // `/verify` links here with `?adopt`, which opens the dialog.
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(params.has('adopt'));
  const close = () => {
    setOpen(false);
    if (params.has('adopt')) setParams({}, { replace: true });
  };
  return (
    <>
      <Button variant="quiet" icon="shield" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <AdoptDialog onClose={close} />}
    </>
  );
}

function AdoptDialog({ onClose }: { onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, go] = useLocation();
  const [constancia, setConstancia] = useState<File>();
  const [original, setOriginal] = useState<File>();
  const adopt = useChange(() => handIn(constancia, original, mode), {
    refreshes: [['certificates'], ME],
    say: text.done,
    onDone: ({ certificate }) => {
      onClose();
      go(`/certificates/${certificate.id}`);
    },
  });
  return (
    <FormDialog title={text.title} submit={text.submit} change={adopt} onClose={onClose}>
      <p>{text.intro}</p>
      <Field
        type="file"
        label={text.constancia}
        hint={text.constanciaHint}
        onChange={({ target }) => setConstancia(target.files?.[0])}
      />
      <Field
        type="file"
        label={text.original}
        hint={text.originalHint}
        onChange={({ target }) => setOriginal(target.files?.[0])}
      />
    </FormDialog>
  );
}

async function handIn(constancia: File | undefined, original: File | undefined, mode: 'live' | 'test') {
  // The form requires both files.
  if (constancia === undefined || original === undefined) throw new Error('a file is missing');
  const [evidence_base64, digest] = await Promise.all([base64Of(constancia), hashFile(original, 'SHA-256')]);
  const file = { file_name: original.name, ...(original.type && { file_mime: original.type }) };
  const known = { sha256: hexOf(digest), ...(original.size > 0 && { file_size: original.size }) };
  return api.adoptConstancia(
    { evidence_base64, evidence_name: constancia.name, ...known, ...file },
    { mode },
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL ends with a comma and the base64 of the file.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
