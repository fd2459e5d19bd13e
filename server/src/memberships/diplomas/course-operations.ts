/** The diplomas of a course together: how many there are, and all of them as one archive. */

import { Type } from 'typebox';
import { fileOf } from '../../http/schema.ts';
import { sendExport } from '../../http/send-download.ts';
import { zipFiles } from '../../http/zip-files.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CourseId } from '../../kernel/ids.ts';
import { afterOf } from '../../operations/list.ts';
import {
  type Operation,
  type Outside,
  operation,
  operationsWith,
  type Tools,
} from '../../operations/operation.ts';
import { courseNamed } from '../courses/find-course.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { note } from '../note-change.ts';
import type { MemberMail } from '../own-page/mail/member-mail.ts';
import { countCourseDiplomas } from './pg-course-diplomas.ts';
import { countDiplomaMails, queueDiplomaMails } from './pg-diploma-mails.ts';
import { MOST_DIPLOMAS, readDiplomaFiles } from './read-diploma-files.ts';

const TAG = 'Courses';
const Params = Type.Object({ id: Type.String() });

const EXAMPLE_COUNTS = {
  ...{ certified: 118, queued: 2, failed: 0, none: 0 },
  ...{ mailed: 110, to_mail: 5, without_address: 3 },
};

const CourseDiplomas = Type.Object(
  {
    certified: Type.Integer({ description: 'Made; the archive has these.' }),
    queued: Type.Integer({ description: 'Still to be made, or waiting until the account has certificates.' }),
    failed: Type.Integer({ description: 'To be asked for again.' }),
    none: Type.Integer({ description: 'Approved awards of which nobody asked for a diploma.' }),
    mailed: Type.Integer({ description: 'Mailed to their members, each once.' }),
    to_mail: Type.Integer({ description: 'Asked to be mailed, and about to be.' }),
    without_address: Type.Integer({
      description: 'Certified ones whose members have no e-mail on file or are not active.',
    }),
  },
  { title: 'CourseDiplomas', examples: [EXAMPLE_COUNTS] },
);

export const COURSE_DIPLOMAS: Operation = operation({
  method: 'GET',
  path: '/courses/:id/diplomas',
  operationId: 'countDiplomas',
  scope: 'awards:read',
  tag: TAG,
  summary: 'Count the diplomas of a course',
  description: 'Of its approved awards: what an archive would have, and what it would lack.',
  params: Params,
  answers: { 200: Type.Object({ diplomas: CourseDiplomas }, { description: 'The counts.' }) },
  refusals: [404],
  run: async (tools, { who, params }) => {
    const course = await courseNamed(tools, who, params.id);
    return { status: 200, body: { diplomas: await countAll(tools, course.id) } };
  },
});

async function countAll(tools: Pick<Tools, 'query'>, courseId: CourseId) {
  const counts = await countCourseDiplomas(tools, courseId);
  const { mailed, waiting, withoutAddress } = await countDiplomaMails(tools, courseId);
  return { ...counts, mailed, to_mail: waiting, without_address: withoutAddress };
}

type MailPorts = { memberMail: MemberMail | undefined };

/** For API keys and for people. */
export const MAIL_DIPLOMAS: Operation<MailPorts> = operationsWith<MailPorts>().running({
  method: 'POST',
  path: '/courses/:id/diplomas/mail',
  operationId: 'mailDiplomas',
  scope: 'diplomas:write',
  tag: TAG,
  summary: 'Mail the diplomas of a course to their members',
  description:
    'Each certified diploma goes to the e-mail of its member, once, however often this is called; later ones need another call. Members without an e-mail and those who are not active get none, and in test mode nobody is written to. It happens in the background: the counts say how far it is.',
  params: Params,
  answers: {
    202: Type.Object({ diplomas: CourseDiplomas }, { description: 'The counts after the call.' }),
  },
  refusals: [404, 'mail_not_configured'],
  run: async (tools, { who, params }) => {
    const course = await courseNamed(tools, who, params.id);
    const asked = await queueDiplomaMails(tools, who, course.id, tools.now());
    // If this refuses, the mails that were just queued are rolled back.
    if (asked > 0 && tools.memberMail === undefined) throw noMail();
    if (asked > 0) await note(tools, who, 'course.mail_diplomas', course.id, { diplomas: asked });
    return { status: 202, body: { diplomas: await countAll(tools, course.id) } };
  },
});

function noMail(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail. Ask whoever runs it to set SELLO_SMTP_URL, or hand the diplomas over as an archive.',
    es: 'Este servicio no envía correo. Pida a quien lo opera que configure SELLO_SMTP_URL, o entregue los diplomas en un archivo.',
  });
}

/** For API keys and for people. */
export const EXPORT_DIPLOMAS: Operation<Outside & DocumentPorts> = operationsWith<
  Outside & DocumentPorts
>().acting({
  method: 'GET',
  path: '/courses/:id/diplomas/export',
  operationId: 'exportDiplomas',
  scope: 'awards:read',
  tag: TAG,
  summary: 'Export the diplomas of a course',
  description: `A ZIP with the PDF of each certified diploma, named after its member, byte for byte as it was certified, and a text that lists those that still wait, and why. Streamed. It looks at ${MOST_DIPLOMAS.toLocaleString('en')} diplomas; the text says how to fetch the next ones. The archive is complete if it can be opened. Each export is in the audit log.`,
  params: Params,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The award after which it goes on, from the text in an archive.',
      }),
    ),
  }),
  answers: { 200: { description: 'The archive.', ...fileOf('application/zip') } },
  refusals: [404, 'rate_limit_exceeded', 'overloaded'],
  async act(ports, { who, params, query, reply }) {
    const tools = { ...ports, query: ports.records.query };
    const course = await courseNamed(tools, who, params.id);
    const after = afterOf('awd', query) ?? '';
    await sendExport(
      reply,
      (exports) => exports.take(who.accountId),
      async () => {
        // The export is recorded before it is sent, because even an interrupted export has been read in part.
        await note(tools, who, 'course.export_diplomas', course.id);
        const content = zipFiles(readDiplomaFiles(tools, who, course, after));
        return { type: 'application/zip', name: `diplomas-${course.folio ?? course.id}.zip`, content };
      },
    );
    return undefined;
  },
});
