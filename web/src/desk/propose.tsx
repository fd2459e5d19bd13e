import { useText } from '../i18n/use-text.ts';
import { Card } from '../ui/card.tsx';
import { api } from './api.ts';
import { CourseForm } from './course-form.tsx';
import { COURSE, TEXT } from './text.ts';
import type { Shown } from './use-place.ts';

/** Proposes a new course to the council. */
export function Propose({ show }: { show: (next: Shown) => void }) {
  const text = useText(COURSE);
  const words = useText(TEXT);
  return (
    <Card title={words.propose} note={text.proposeNote}>
      <CourseForm
        submit={text.sendProposal}
        send={async (fields) => {
          await api.proposeCourse(fields);
          show({ part: 'home' });
        }}
      />
    </Card>
  );
}
