import { useText } from '../../../i18n/use-text.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';
import type { Clock } from './use-clocks.ts';

export function DeleteClockDialog({ clock, onClose }: { clock: Clock; onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const remove = useChange(() => api.deleteClock(clock.id, { mode }), {
    awaits: [['clocks']],
    resets: [['members'], ['member']],
    say: text.deleted,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text.deleteTitle(clock.name ?? text.unnamed)}
      submit={text.delete}
      danger
      change={remove}
      onClose={onClose}
    >
      <p>{text.deleteIntro}</p>
    </FormDialog>
  );
}
