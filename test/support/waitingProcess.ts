// Asks for a URL again and again, and prints how long each answer took, in milliseconds, when its input ends.
const { url, key, pauseMilliseconds } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly url: string;
  readonly key: string;
  readonly pauseMilliseconds: number;
};
const headers = { authorization: `Bearer ${key}` };
const waits: number[] = [];
let isOver = false;
const hasEnded = () => isOver;
void Bun.stdin.text().then(() => (isOver = true));
while (!hasEnded()) {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the answer was ${answer.status}`);
  waits.push(performance.now() - began);
  await Bun.sleep(pauseMilliseconds);
}
console.log(JSON.stringify(waits));
