import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type DropZoneProps = {
  label: string;
  hint?: ReactNode;
  onFiles: (files: readonly File[]) => void;
  multiple?: boolean;
  accept?: string;
};

/** A file input stretched over its frame, so that dropping, clicking and the keyboard work without extra code. */
export function DropZone({ label, hint, onFiles, multiple, accept }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <div className={classNames('drop-zone', isOver && 'drop-zone-over')}>
      <Icon name="upload" size={28} />
      <span className="drop-zone-label">{label}</span>
      {hint && (
        <span className="muted small" id={id}>
          {hint}
        </span>
      )}
      <input
        type="file"
        aria-label={label}
        aria-describedby={hint ? id : undefined}
        multiple={multiple}
        accept={accept}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Clears the input, so that the same file can be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}
