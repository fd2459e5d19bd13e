/** The thread that canonicalizes records. A hundred badges take a second, during which other requests must not wait. */

import { answerDrawn } from '../../../proofs/constancia/thread/answer-drawn.ts';
import { canonize } from '../../badges/sign-credential.ts';

answerDrawn<object>(async (document) => Buffer.from(await canonize(document)));
