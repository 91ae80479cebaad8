import { channelOf, message, testSenders } from './senders.ts';

// Sends a message to each address, and asks for it with fetch, which shows whether a proxy is used; prints the results.
const { urls, authorities } = JSON.parse(process.argv[2] ?? '{}') as { urls: readonly string[]; authorities: string };
const senders = testSenders({ authorities, resolve: () => Promise.resolve(['127.0.0.1']) });
const results = [];
for (const url of urls) {
  const sent = await senders.send(channelOf('webhook', { url }), message, 'delivery-1');
  const fetched = await fetch(url, { tls: { ca: authorities } }).then(
    () => 'fetched',
    () => 'failed',
  );
  results.push({ sent, fetched });
}
console.log(JSON.stringify(results));
