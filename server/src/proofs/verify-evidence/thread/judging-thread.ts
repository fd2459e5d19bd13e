/** A thread that judges evidence of others, so that nothing in it can slow or stop the server. */

import { answerDrawn } from '../../constancia/thread/answer-drawn.ts';
import { judgeEvidence } from '../judge.ts';
import type { EvidenceMaterial } from '../material.ts';

answerDrawn<EvidenceMaterial>(async (material) => Buffer.from(JSON.stringify(await judgeEvidence(material))));
