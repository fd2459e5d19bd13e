import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program in Python that answers each line of JSON with one; answers come in the order of the questions. */
export async function askLines<Answer>(program: string, questions: Iterable<object>): Promise<Answer[]> {
  const child = spawn('/usr/bin/python3', [program, '--json-lines'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers: Answer[] = [];
  const read = (async () => {
    for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  })();
  for (const question of questions) {
    if (!child.stdin.write(`${JSON.stringify(question)}\n`)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  await Promise.all([read, once(child, 'close')]);
  return answers;
}
