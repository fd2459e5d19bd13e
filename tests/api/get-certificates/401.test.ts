import { API } from '../../harness/test-sello.ts';
import { testKeyRefusals } from '../expect-refusal.ts';

testKeyRefusals(`${API}/certificates`);
