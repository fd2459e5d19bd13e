/** A thread that judges foreign evidence, so that such evidence can neither slow nor stop the server. */

import { answerDrawn } from '../../constancia/thread/answer-drawn.ts';
import { examineStamp } from '../examine-stamp.ts';
import { judgeEvidence } from '../judge.ts';
import type { VerifierTask } from '../material.ts';

answerDrawn<VerifierTask>(async (task) => {
  const answer =
    task.kind === 'judge' ? await judgeEvidence(task.material) : await examineStamp(task.material);
  return Buffer.from(JSON.stringify(answer));
});
