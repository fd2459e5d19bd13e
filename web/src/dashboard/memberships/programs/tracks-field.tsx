import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { useProgramForm } from './form-context.tsx';
import { TEXT } from './text.ts';

type TracksFieldProps = { tracks: readonly string[]; path: string; onChange: (tracks: string[]) => void };

/** Codes of tracks, separated by commas; an empty field means everybody. */
export function TracksField({ tracks, path, onChange }: TracksFieldProps) {
  const text = useText(TEXT);
  const { problems, isReadOnly } = useProgramForm();
  const [typed, setTyped] = useState(tracks.join(', '));
  const error = Object.entries(problems).find(([at]) => at.startsWith(path))?.[1];
  return (
    <Field
      label={text.tracks}
      hint={text.tracksHint}
      optional
      disabled={isReadOnly}
      value={typed}
      {...(error && { error })}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.split(/[,\s]+/).filter(Boolean));
      }}
    />
  );
}
