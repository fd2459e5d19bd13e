import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Choices } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type ApiKey, type ApiKeyWithSecret, api } from '../api.ts';
import { useChange } from '../use-change.ts';
import { TEXT } from './text.ts';

const GRACES = ['0', '3600', '86400', '604800'] as const;
type Grace = (typeof GRACES)[number];

type RotateKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
  /** `oldEndsAt` is when the old secret stops working; undefined if it no longer works. */
  onRotated: (key: ApiKeyWithSecret, oldEndsAt: string | undefined) => void;
};

export function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps) {
  const text = useText(TEXT);
  const [grace, setGrace] = useState<Grace>('86400');
  const rotate = useChange((seconds: number) => api.rotateKey(apiKey.id, { grace_seconds: seconds }), {
    refreshes: [['keys']],
    onDone: ({ key }) => onRotated(key, key.old_secret_ends_at ?? undefined),
  });
  return (
    <FormDialog
      title={text.rotate.title}
      submit={text.rotate.submit}
      icon="refresh"
      change={rotate}
      onSubmit={() => rotate.mutate(Number(grace))}
      onClose={onClose}
    >
      <p>{text.rotate.intro(apiKey.name)}</p>
      <Choices
        label={text.rotate.question}
        value={grace}
        onChange={setGrace}
        options={GRACES.map((seconds) => ({ value: seconds, ...text.rotate.graces[seconds] }))}
      />
    </FormDialog>
  );
}
