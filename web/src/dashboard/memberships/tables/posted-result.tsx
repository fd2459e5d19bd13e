/** What came of a posted table: how much was done, the rows that were rejected, and where to go on. */

import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { TABLE_TEXT } from './text.ts';

type PostedResultProps = {
  text: { doneTitle: string; again: string };
  /** How many rows had an effect, in words. */
  done: string;
  rejected: { count: number; text: string };
  /** The file with the rejected rows; null if nothing was stored. */
  rejectedRows: string | null;
  /** The link to what was changed. */
  onward: ReactNode;
  onAgain: () => void;
};

export function PostedResult({ text, done, rejected, rejectedRows, onward, onAgain }: PostedResultProps) {
  const words = useText(TABLE_TEXT);
  return (
    <Card title={text.doneTitle}>
      <div className="stack" role="status">
        <Note tone="good">{done}</Note>
        {rejected.count > 0 && (
          <Note tone="warn">
            {rejected.text} {words.mend}
          </Note>
        )}
        <div className="row">
          {rejected.count > 0 && rejectedRows !== null && (
            <ButtonLink external icon="download" href={rejectedRows} download>
              {words.problems(rejected.count)}
            </ButtonLink>
          )}
          {onward}
          <Button variant="quiet" icon="upload" onClick={onAgain}>
            {text.again}
          </Button>
        </div>
      </div>
    </Card>
  );
}
