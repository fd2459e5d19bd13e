/** Sends files as evidence for a review, one after the other. */

import { useRef, useState } from 'react';
import { plainWords } from '../calls/field-of.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type MyReview, type Part } from './api.ts';
import { useDays } from './days.ts';
import { ACCEPTED, sendFile } from './send-file.ts';
import { REVIEWS } from './text-draws.ts';

export function ReviewForm({ review, page, reload }: Part & { review: MyReview }) {
  const text = useText(REVIEWS);
  const { day } = useDays();
  const { reports } = page;
  const ofReview = review.most_files - review.evidence.length;
  const left = Math.min(ofReview, reports.left);
  if (ofReview === 0) return null;
  if (reports.left === 0) return <Note tone="warn">{text.used(day(reports.next_month))}</Note>;
  return (
    <>
      <p className="muted small">{text.left(ofReview, review.most_files)}</p>
      <SendForm reviewId={review.id} most={left} reload={reload} />
    </>
  );
}

type SendProps = { reviewId: string; most: number; reload: Part['reload'] };

function SendForm({ reviewId, most, reload }: SendProps) {
  const text = useText(REVIEWS);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [note, setNote] = useState('');
  // A file that arrived counts against the limits, so it is not sent again if the call after it fails.
  const arrived = useRef(new Map<File, string>());
  const words = note.trim();
  const sendOne = async (file: File) => {
    const id = arrived.current.get(file) ?? (await sendFile(file));
    arrived.current.set(file, id);
    await api.sendOwnReviewEvidence(reviewId, { evidence_id: id, ...(words && { note: words }) });
  };
  const send = useChange(async () => {
    if (files.length === 0) throw new Error(text.needFile);
    if (files.length > most) throw new Error(text.tooMany(most));
    for (const file of files) {
      await sendOne(file).catch(async (cause: Error) => {
        await reload();
        throw new Error(text.failed(file.name, plainWords(cause) ?? ''));
      });
      setFiles((chosen) => chosen.filter((one) => one !== file));
    }
    setNote('');
    await reload();
  });
  return (
    <Form change={send}>
      <DropZone
        multiple
        label={text.choose}
        hint={text.chooseHint}
        accept={ACCEPTED}
        onFiles={(chosen) => setFiles([...files, ...chosen])}
      />
      {files.length > 0 && (
        <>
          <ul className="my-list" aria-label={text.chosen}>
            {files.map((file) => (
              <li key={`${file.name} ${file.lastModified} ${file.size}`} className="row row-apart">
                <bdi>{file.name}</bdi>
                <Button
                  variant="quiet"
                  size="small"
                  icon="close"
                  aria-label={text.drop(file.name)}
                  disabled={send.isPending}
                  onClick={() => setFiles(files.filter((one) => one !== file))}
                />
              </li>
            ))}
          </ul>
          <TextArea
            label={text.note}
            maxLength={2_000}
            optional
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button type="submit" variant="primary" wide busy={send.isPending}>
            {text.send(files.length)}
          </Button>
        </>
      )}
    </Form>
  );
}
