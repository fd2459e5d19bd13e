/** Reporting an activity with its evidence. */

import { useEffect, useRef, useState } from 'react';
import { fieldOf, plainWords } from '../calls/field-of.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { submit } from '../ui/change.ts';
import { DropZone } from '../ui/drop-zone.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type Part } from './api.ts';
import { useDays } from './days.ts';
import { ACCEPTED, sendFile } from './send-file.ts';
import { REPORT } from './text-changes.ts';

export function Report({ page, reload }: Part) {
  const text = useText(REPORT);
  const { day } = useDays();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const { left, most, next_month } = page.reports;
  const done = async () => {
    setOpen(false);
    setDone(true);
    await reload();
  };
  return (
    <Card title={text.title} note={left > 0 ? text.left(left, most) : undefined}>
      {isDone && !isOpen && <Note tone="good">{text.done}</Note>}
      {left === 0 && <Note tone="warn">{text.used(day(next_month))}</Note>}
      {left > 0 && !isOpen && (
        <Button variant="primary" wide icon="plus" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      )}
      {isOpen && <ReportForm page={page} done={done} />}
    </Card>
  );
}

/** For each field of the form, the names that the server's refusals use. */
const JUDGED = {
  title: ['title', 'activity.title'],
  provider: ['provider', 'activity.provider'],
  day: ['completed_on'],
  hours: ['hours'],
  points: ['points', 'points[0].points'],
  category: ['category', 'points[0].category'],
  file: ['evidence_id'],
} as const;
type Judged = keyof typeof JUDGED;

type Draft = { title: string; provider: string; day: string; hours: string; points: string };

const EMPTY: Draft = { title: '', provider: '', day: '', hours: '', points: '' };

function ReportForm({ page, done }: { page: Part['page']; done: () => Promise<void> }) {
  const text = useText(REPORT);
  const [draft, setDraft] = useState(EMPTY);
  const form = useRef<HTMLFormElement>(null);
  const [membershipId, setMembership] = useState(page.memberships[0]?.id ?? '');
  const membership = page.memberships.find(({ id }) => id === membershipId) ?? page.memberships[0];
  const categories = membership?.categories ?? [];
  const [category, setCategory] = useState('');
  const evidence = useEvidence();
  const chosen = categories.some(({ code }) => code === category) ? category : (categories[0]?.code ?? '');
  const send = useChange(
    async () =>
      api.reportOwnActivity({
        evidence_id: await evidence.send(text.needFile),
        program_id: membership?.program_id ?? '',
        title: draft.title,
        ...(draft.provider !== '' && { provider: draft.provider }),
        completed_on: draft.day,
        ...(draft.hours !== '' && { hours: Number(draft.hours) }),
        category: chosen,
        points: Number(draft.points),
      }),
    done,
  );
  const wrong = judgedIn(send.error);
  const errorOf = (name: Judged) => (name === wrong ? plainWords(send.error) : undefined);
  const tie = (name: keyof Draft) => ({
    value: draft[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  // On a phone, the refused field may be outside the screen, so it is scrolled into view.
  useEffect(() => {
    if (send.error === null) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, [send.error]);
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit({ change: send });
      }}
    >
      {send.error && wrong === undefined && <Note tone="bad">{send.error.message}</Note>}
      <Field label={text.what} maxLength={500} {...tie('title')} />
      <Field label={text.provider} maxLength={200} optional {...tie('provider')} />
      <Field label={text.day} type="date" max={page.as_of} {...tie('day')} />
      <Field label={text.hours} type="number" min="0" step="0.01" optional {...tie('hours')} />
      {page.memberships.length > 1 && (
        <Select
          label={text.program}
          value={membershipId}
          onChange={setMembership}
          options={page.memberships.map(({ id, program }) => ({ value: id, label: program }))}
        />
      )}
      <Select
        label={text.category}
        value={chosen}
        error={errorOf('category')}
        onChange={setCategory}
        options={categories.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field label={text.points} type="number" min="0.01" step="0.01" {...tie('points')} />
      <DropZone
        label={evidence.name === undefined ? text.file : text.chosen(evidence.name)}
        hint={text.fileHint}
        accept={ACCEPTED}
        onFiles={([file]) => file && evidence.choose(file)}
      />
      {wrong === 'file' && (
        <p className="field-error" role="alert" tabIndex={-1}>
          {plainWords(send.error)}
        </p>
      )}
      <Button type="submit" variant="primary" wide busy={send.isPending}>
        {text.send}
      </Button>
    </form>
  );
}

/** Thrown if there is no file, or if the file was refused. */
class FileRefused extends Error {}

function judgedIn(error: Error | null): Judged | undefined {
  if (error instanceof FileRefused) return 'file';
  const judged = Object.keys(JUDGED) as Judged[];
  return judged.find((name) => fieldOf(error, JUDGED[name]) !== undefined);
}

/**
 * If the rest of the form is refused, the file is not sent again, because each file that is sent counts against a
 * limit.
 */
function useEvidence() {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<string>();
  return {
    name: file?.name,
    choose(next: File) {
      setFile(next);
      setSent(undefined);
    },
    async send(needed: string): Promise<string> {
      if (sent !== undefined) return sent;
      if (file === undefined) throw new FileRefused(needed);
      const id = await sendFile(file).catch((cause: Error) => {
        throw new FileRefused(cause.message);
      });
      setSent(id);
      return id;
    },
  };
}
