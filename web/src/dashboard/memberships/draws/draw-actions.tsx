/** The actions that the state of a draw allows: seal or delete a draft, cancel a sealed draw. */

import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api, type Draw } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ReasonDialog } from '../reason.tsx';
import { PreviewNote } from './preview-note.tsx';
import { TEXT } from './text.ts';
import { choiceOf } from './use-draw.ts';

export function DrawActions({ draw }: { draw: Draw }) {
  const text = useText(TEXT);
  const [open, setOpen] = useState<'seal' | 'delete' | 'cancel'>();
  const dialog = { draw, onClose: () => setOpen(undefined) };
  return (
    <div className="row gap-small">
      {draw.status === 'draft' ? (
        <>
          <May act="deleteDraw">
            <Button variant="quiet" icon="trash" onClick={() => setOpen('delete')}>
              {text.delete}
            </Button>
          </May>
          <May act="sealDraw">
            <Button variant="primary" icon="lock" onClick={() => setOpen('seal')}>
              {text.seal}
            </Button>
          </May>
        </>
      ) : (
        draw.status !== 'cancelled' && (
          <May act="cancelDraw">
            <Button variant="quiet" onClick={() => setOpen('cancel')}>
              {text.cancel}
            </Button>
          </May>
        )
      )}
      {open === 'seal' && <SealDialog {...dialog} />}
      {open === 'delete' && <DeleteDialog {...dialog} />}
      {open === 'cancel' && <CancelDialog {...dialog} />}
    </div>
  );
}

type DialogProps = { draw: Draw; onClose: () => void };

function SealDialog({ draw, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const seal = useChange(() => api.sealDraw(draw.id, { mode }), {
    sets: ['draw', draw.id, mode],
    refreshes: [['draws']],
    say: text.sealed,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.sealTitle} submit={text.seal} icon="lock" change={seal} onClose={onClose}>
      <PreviewNote choice={choiceOf(draw)} />
      <p>{text.sealIntro}</p>
      <ul className="draw-fixes">
        {text.sealFixes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{mode === 'live' ? `${text.sealCost} ${text.sealMail}` : text.sealFree}</p>
    </FormDialog>
  );
}

function DeleteDialog({ draw, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, navigate] = useLocation();
  const remove = useChange(() => api.deleteDraw(draw.id, { mode }), {
    refreshes: [['draws']],
    say: text.deleted,
    onDone: () => navigate('/memberships/draws'),
  });
  return (
    <FormDialog
      title={text.deleteTitle}
      submit={text.delete}
      icon="trash"
      danger
      change={remove}
      onClose={onClose}
    >
      <p>{text.deleteIntro}</p>
    </FormDialog>
  );
}

function CancelDialog({ draw, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const cancel = useChange((reason: string) => api.cancelDraw(draw.id, { reason }, { mode }), {
    sets: ['draw', draw.id, mode],
    refreshes: [['draws'], ['reviews'], ['review'], ['overview']],
    say: text.cancelled,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={text.cancelTitle}
      submit={text.cancel}
      danger
      hint={text.cancelHint}
      change={cancel}
      onClose={onClose}
    >
      <p>{text.cancelIntro}</p>
    </ReasonDialog>
  );
}
