/** A thread that canonicalizes records, so that other requests do not wait: a hundred badges take a second. */

import { answerDrawn } from '../../../proofs/constancia/thread/answer-drawn.ts';
import { canonize } from '../../badges/sign-credential.ts';

answerDrawn<object>(async (document) => Buffer.from(await canonize(document)));
