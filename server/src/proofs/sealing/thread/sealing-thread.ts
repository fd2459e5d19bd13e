/** A thread that seals PDFs of strangers, so that nothing in them can slow or stop the server. */

import { answerDrawn } from '../../constancia/thread/answer-drawn.ts';
import { runSealTask } from '../run-seal-task.ts';

answerDrawn(runSealTask);
