/** The diplomas of a course together: all of them as one archive, and what it would lack. */

import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Course, links } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { TEXT } from './text.ts';

export function DiplomasCard({ course }: { course: Course }) {
  const text = useText(TEXT).diplomas;
  const formats = useFormats();
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['course-diplomas', course.id, mode],
    queryFn: () => api.countDiplomas(course.id, { mode }),
  });
  if (data === undefined) return null;
  const { certified, queued, failed } = data.diplomas;
  if (certified + queued + failed === 0) return null;
  return (
    <Card title={text.title}>
      <div className="stack">
        <p>{text.made(certified, formats.number(certified))}</p>
        {queued > 0 && <Note tone="warn">{text.waiting(queued, formats.number(queued))}</Note>}
        {failed > 0 && <Note tone="warn">{text.failed(failed, formats.number(failed))}</Note>}
        {certified > 0 && (
          <May act="exportDiplomas">
            <div className="row">
              <ButtonLink
                external
                icon="download"
                href={links.exportDiplomas(course.id, { mode })}
                download
              >
                {text.download}
              </ButtonLink>
            </div>
          </May>
        )}
      </div>
    </Card>
  );
}
