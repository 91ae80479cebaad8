import type { ChannelLanguage } from '../rules/channelTypes.ts';
import type { Message } from '../../../core/outgoing/message.ts';
import { escapedHtml, withFields } from './texts.ts';
import type { MessageWords } from './words.ts';

/** What the body of a mail says. */
export interface MailBody {
  readonly message: Message;
  readonly words: MessageWords;
  /** The page where the channel is changed or deleted, if its address is known. */
  readonly channelsPage: string | undefined;
}

/** A mail as plain text: it says all that the HTML says. */
export function mailText({ message, words, channelsPage }: MailBody): string {
  const link = message.url === undefined ? [] : ['', `${words.open}: ${message.url}`];
  const manage = channelsPage === undefined ? [] : [`${words.manage}: ${channelsPage}`];
  return `${[message.title, '', message.text, ...link, '', '-- ', words.why, ...manage].join('\n')}\n`;
}

/** The same mail as HTML, without images, scripts and anything from another host. */
export function mailHtml({ message, words, channelsPage }: MailBody, language: ChannelLanguage): string {
  const { text, facts } = withFields(message);
  const paragraphs = text === '' ? [] : text.split('\n').map((line) => `<p>${escapedHtml(line)}</p>`);
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top">${escapedHtml(label)}</th><td>${escapedHtml(value)}</td></tr>`,
  );
  const table = rows.length === 0 ? '' : `<table cellpadding="4">${rows.join('')}</table>`;
  const open = message.url === undefined ? '' : `<p>${linkTo(message.url, words.open)}</p>`;
  const manage = channelsPage === undefined ? '' : ` ${linkTo(channelsPage, words.manage)}`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapedHtml(message.title)}</title></head>`,
    `<body><h1>${escapedHtml(message.title)}</h1>${paragraphs.join('')}${table}${open}`,
    `<hr><p><small>${escapedHtml(words.why)}${manage}</small></p></body></html>`,
  ].join('\n');
}

function linkTo(url: string, text: string): string {
  return `<a href="${escapedHtml(url)}">${escapedHtml(text)}</a>`;
}
