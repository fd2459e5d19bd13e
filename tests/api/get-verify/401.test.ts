import { API } from '../../harness/test-sello.ts';
import { testKeyRefusals } from '../expect-refusal.ts';

testKeyRefusals(`${API}/verify/${'a'.repeat(64)}`);
