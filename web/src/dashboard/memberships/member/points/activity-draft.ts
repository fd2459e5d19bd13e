/** The form of an activity without a course, and the request made from it. */

import type { Input } from '../../../api.ts';
import type { LineDraft } from '../../courses/course-draft.ts';

export type ActivityDraft = {
  title: string;
  provider: string;
  kind: string;
  completed_on: string;
  hours: string;
  url: string;
  note: string;
  lines: readonly LineDraft[];
};

export const EMPTY_ACTIVITY: ActivityDraft = {
  title: '',
  provider: '',
  kind: '',
  completed_on: '',
  hours: '',
  url: '',
  note: '',
  lines: [],
};

/** Empty fields are not sent. */
export function toActivityAward(memberId: string, draft: ActivityDraft): Input<'createAward'> {
  const word = (name: 'provider' | 'kind') => draft[name].trim() && { [name]: draft[name].trim() };
  const evidence = [
    ...(draft.url.trim() ? [{ url: draft.url.trim() }] : []),
    ...(draft.note.trim() ? [{ note: draft.note.trim() }] : []),
  ];
  return {
    member_id: memberId,
    activity: { title: draft.title.trim(), ...word('provider'), ...word('kind') },
    completed_on: draft.completed_on,
    ...(draft.hours.trim() && { hours: Number(draft.hours) }),
    points: draft.lines
      .filter(({ points }) => points.trim() !== '')
      .map(({ program, category, points }) => ({ program_id: program, category, points: Number(points) })),
    ...(evidence.length > 0 && { evidence }),
  };
}
