import './texts.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';

/** The topics of the help: the name in the address, the title and the paragraphs. */
export const topics = [
  {
    name: 'first',
    title: 'help.first',
    texts: ['help.first.add', 'help.first.import', 'help.first.password', 'help.first.phone'],
  },
  {
    name: 'due',
    title: 'help.due',
    texts: ['help.due.list', 'help.due.paid', 'help.due.other', 'help.due.automatic'],
  },
  {
    name: 'contracts',
    title: 'help.contracts',
    texts: ['help.contracts.term', 'help.contracts.deadlines', 'help.contracts.cancelled', 'help.contracts.trial'],
  },
  {
    name: 'reminders',
    title: 'help.reminders',
    texts: ['help.reminders.channel', 'help.reminders.rule', 'help.reminders.silent', 'help.reminders.failing'],
  },
  {
    name: 'import',
    title: 'help.import',
    texts: ['help.import.file', 'help.import.columns', 'help.import.undo', 'help.import.export'],
  },
  {
    name: 'people',
    title: 'help.people',
    texts: ['help.people.add', 'help.people.rights', 'help.people.activity', 'help.people.password'],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly title: PlainMessageKey;
  readonly texts: readonly PlainMessageKey[];
}[];
