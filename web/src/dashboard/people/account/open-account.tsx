/** Opens another account, which belongs to the person who opens it. */

import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { NameField } from '../person-fields.tsx';
import { TEXT } from './text.ts';

export function OpenAccountButton({ isFirst = false }: { isFirst?: boolean }) {
  const { another: text } = useText(TEXT);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isFirst ? 'primary' : 'secondary'} icon="plus" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <OpenDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const { another: text } = useText(TEXT);
  const [name, setName] = useState('');
  const open = useChange(() => ownApi.openAccount({ name: name.trim() }), {
    // The page is reloaded, because running uploads belong to the account in which they began.
    onDone: ({ account }) => window.location.assign(`/dashboard/${account?.id ?? ''}`),
  });
  return (
    <FormDialog
      title={text.open}
      submit={text.submit}
      change={open}
      onSubmit={() => open.mutate()}
      onClose={onClose}
    >
      <p>{text.intro}</p>
      <NameField label={text.name} value={name} onChange={setName} pattern=".*\S.*" />
    </FormDialog>
  );
}
