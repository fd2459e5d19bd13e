/** Makes the diplomas of many awards, one after the other, and shows the progress. */

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { api, type Course } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { useCertificatesPerDocument } from '../../look/council-look.ts';
import type { AwardRow } from './award-list.tsx';
import { TEXT } from './text.ts';

type DiplomasDialogProps = { course: Course; awards: readonly AwardRow[]; onClose: () => void };

export function DiplomasDialog({ course, awards, onClose }: DiplomasDialogProps) {
  const { diplomas: text } = useText(TEXT);
  const formats = useFormats();
  const toast = useToast();
  const queries = useQueryClient();
  const [mode] = useMode();
  const [made, setMade] = useState(0);
  /** Closing the dialog stops the work after the diploma that is being made. */
  const isOpen = useRef(true);
  const refresh = () => void queries.resetQueries({ queryKey: ['course-awards', course.id] });
  const make = useChange(
    async () => {
      for (const [index, { id }] of awards.entries()) {
        if (index < made || !isOpen.current) continue;
        await api.createDiploma(id, {}, { mode });
        setMade(index + 1);
      }
    },
    {
      onDone: () => {
        if (!isOpen.current) return;
        toast(text.done(formats.number(awards.length)));
        refresh();
        onClose();
      },
    },
  );
  const perDocument = useCertificatesPerDocument();
  return (
    <FormDialog
      title={text.title}
      submit={text.submit}
      icon="document"
      change={make}
      hidesError
      onClose={() => {
        isOpen.current = false;
        refresh();
        onClose();
      }}
    >
      <p>{text.intro(formats.number(awards.length))}</p>
      <p className="muted small">
        {mode === 'live' ? text.uses(formats.number(awards.length * perDocument)) : text.test}
      </p>
      {(make.isPending || made > 0) && (
        <ProgressBar
          label={text.progress}
          note={text.of(formats.number(made), formats.number(awards.length))}
          value={made}
          max={awards.length}
        />
      )}
      {make.error && (
        <Note tone="bad">
          {text.stopped(formats.number(made))} {make.error.message}
        </Note>
      )}
    </FormDialog>
  );
}
