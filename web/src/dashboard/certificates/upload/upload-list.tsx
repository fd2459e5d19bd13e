import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { UPLOAD_TEXT } from './text.ts';
import { isOver } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

/** Finished uploads stay until they are cleared, so that nobody misses them. */
export function UploadList() {
  const text = useText(UPLOAD_TEXT);
  const formats = useFormats();
  const { uploads, queue } = useUploads();
  const doneCount = uploads.filter(({ phase }) => phase === 'done').length;
  const summary = text.summary(formats.number(doneCount), formats.number(uploads.length));
  return (
    <>
      <p className="visually-hidden" role="status">
        {uploads.length > 0 && summary}
      </p>
      {uploads.length > 0 && (
        <section className="uploads" aria-label={text.list}>
          <div className="row row-apart">
            <p className="uploads-head">
              {text.list} <span className="muted">· {summary}</span>
            </p>
            {uploads.some(isOver) && (
              <Button variant="quiet" size="small" onClick={queue.removeFinished}>
                {text.clear}
              </Button>
            )}
          </div>
          <ul>
            {uploads.map((upload) => (
              <li key={upload.id}>
                <UploadRow upload={upload} queue={queue} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
