import { testKeyRefusals } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';

testKeyRefusals(`${API}/legal-holds`);
