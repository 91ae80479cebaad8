import type { HelpTexts } from './pages.ts';

/** The help in English, in the words of the page. Names of buttons, fields and pages stand between asterisks. */
export const help = {
  'first-steps': {
    title: 'First steps',
    about: 'Record what you pay for, and find your way around.',
    parts: {
      add: {
        title: 'Add a subscription',
        text: [
          'Duebook keeps everything that you pay for again and again: rent, insurance, streaming, the gym.',
          [
            'Choose *Add subscription*. On a phone, it is the plus at the bottom.',
            'Enter the name and the amount, and choose how often you pay: *Monthly*, *Quarterly*, *Half-yearly*, *Yearly* or *Other*.',
            'Enter the day of the next payment. All other due dates follow from it: a bill due on the 31st is due on the last day of shorter months.',
            'Choose *Add*.',
          ],
          'If you have a list in a file already, open *Import and export*.',
        ],
      },
      pages: {
        title: 'What the pages are for',
        text: [
          [
            '*Overview*: what is due, what must be decided, and what everything costs.',
            '*Subscriptions*: the whole list, to search, filter and change.',
            '*Calendar*: the payments of a month, day by day.',
            '*Insights*: where the money goes, and what has become dearer.',
            '*Set aside*: what to save each month for yearly and other rare payments.',
            '*Activity*: who changed what, and when.',
          ],
          'Click a subscription on any page to see its dates, its payments and what happened with it.',
        ],
      },
      find: {
        title: 'Find anything',
        text: [
          'To search for a subscription, a page, an action or a part of this help, press Ctrl+K, on a Mac ⌘K. On a phone, choose *More*, then *Find anything*.',
          'To see all keys, press the question mark.',
        ],
      },
      undo: {
        title: 'Undo a mistake',
        text: [
          'After a change, a message with *Undo* appears. Ctrl+Z undoes the last change, too.',
          'To undo an older change, open *Activity* and choose *Undo* beside it.',
        ],
      },
      devices: {
        title: 'Use it on your phone, too',
        text: [
          'Choose *Sign in on another device* under *Settings*, then *Make a link*. Point the camera of the phone at the QR code.',
          'Language, theme and keys are under *Language and look*. They apply to one browser only.',
        ],
      },
    },
  },
  due: {
    title: 'Due and paid',
    about: 'See what is due, record payments, and correct them.',
    parts: {
      due: {
        title: 'See what is due',
        text: [
          'The sentence at the top of the *Overview* says what is overdue, what is due in the next seven days, and what must be decided until then.',
          'Below it, *Due* lists each payment: first what is overdue, then the next 30 days. The number beside *Overview* counts what is overdue.',
        ],
      },
      paid: {
        title: 'Record a payment',
        text: [
          'Duebook pays nothing. You pay as always, then choose *Paid*: the payment is recorded, and the next one gets its date.',
          [
            'The row stays for a moment, with *Undo*.',
            'On a phone, you can also swipe a row to the right.',
            'If several payments were missed, they are one row: record one of them, or all.',
          ],
        ],
      },
      other: {
        title: 'Another amount or day',
        text: [
          'Open the menu of a row in the list, or the subscription itself, and choose *Other amount or day …*. You can also record several payments there.',
          'Say whether another amount is paid *Only this time* or *From now on*. From now on, it is also the price of the subscription.',
        ],
      },
      automatic: {
        title: 'Record payments automatically',
        text: [
          'Turn on *Record payments automatically* under *Settings*. On the day after a payment is due, it is then recorded as paid. What is overdue at that time is recorded, too.',
          'A subscription can have its own choice: choose *Edit*, and look below the other fields of the form.',
        ],
      },
      correct: {
        title: 'Correct or remove a payment',
        text: [
          'Open the subscription. Under *What happened*, choose the pencil beside the payment. Change the amount or the day, or choose *Remove*.',
        ],
      },
    },
  },
  contracts: {
    title: 'Contracts',
    about: 'Never miss the last day for notice or the end of a trial.',
    parts: {
      notice: {
        title: 'Term and notice',
        text: [
          'Choose *Edit*, and open the part of the form about the contract. Answer *How long before it renews must you cancel?* For a plan of a year or more, the end of the term is then filled in. Check it.',
          'Duebook computes the last day for notice, for each new term, too. The form shows it, or says that it is unknown. If you know only this day, enter it under *Give notice by*.',
        ],
      },
      deadlines: {
        title: 'Deadlines',
        text: [
          'Last days for notice, ends of trials and ends of subscriptions are on the *Overview*, in the list and in the *Calendar*. *Deadlines* also says how much money is at stake.',
          'To get a message in time, add a rule under *Reminders*.',
        ],
      },
      decide: {
        title: 'Cancel or keep',
        text: [
          'Duebook cancels nothing: give notice to the provider yourself. Then tell Duebook.',
          [
            '*I have cancelled it* asks when it ends. Until that day, it still counts, and payments are due as before. To end it at once, choose *Ends now*.',
            '*Keep* says that you keep it for another term, or after the trial.',
            '*Change the end …* asks for another last day.',
          ],
        ],
      },
      trial: {
        title: 'Trials',
        text: [
          'Enter the last day under *Trial until*, and the first real payment as the next payment. The end of the trial is then a deadline. Without your notice, the subscription goes on.',
        ],
      },
      pause: {
        title: 'Pause or delete',
        text: [
          [
            '*Pause*: nothing is due until you choose *Resume*.',
            '*Delete* also removes payments, prices and notes. It is for what was recorded by mistake. What you have cancelled can stay in your records.',
          ],
        ],
      },
    },
  },
  reminders: {
    title: 'Reminders',
    about: 'Get a message before a payment or a deadline.',
    parts: {
      channel: {
        title: 'Where messages go: channels',
        text: [
          [
            'Open *Reminders*, and choose *Add a channel*.',
            'Choose the type, such as ntfy, e-mail, Telegram or Home Assistant. The form says where to find what it asks for.',
            'Choose *Send a test*, and look whether the message arrives.',
          ],
          'E-mail needs a mail server. Whoever runs Duebook sets it up.',
          'Channels of somebody with the right *Manage* are for the whole household. With the right *Change*, the channels that you add are your own.',
        ],
      },
      rule: {
        title: 'When to remind of what: rules',
        text: [
          'Choose *Add a rule*. It says what to remind of, how many days before or after, at what time, and which channels get it.',
          'A rule can be for all subscriptions or for one. *Next 30 days* shows what would be sent.',
        ],
      },
      failed: {
        title: 'When no message arrives',
        text: [
          [
            'Look under *Sent and waiting*: it says what was sent, what waits, and why something failed.',
            '*Retry* sends a failed message again.',
            'Look whether the switches of the channel and of the rule are on.',
            'A subscription marked *No reminders* gets none for its payments. To turn them on, choose *Edit*, then *Remind of payments, trials and notice*.',
          ],
        ],
      },
      calendar: {
        title: 'Payments in your own calendar',
        text: [
          'Open *Calendar*, and choose *Subscribe*, then *Make a link*. The calendar of your phone or computer then shows the payments. The link is secret: whoever has it can see them.',
        ],
      },
    },
  },
  import: {
    title: 'Import and export',
    about: 'Bring your list from a file or another program, and save everything.',
    parts: {
      file: {
        title: 'Import a file',
        text: [
          'Open *Import and export*. Drop a file there, choose *Choose a file*, or copy rows from a spreadsheet and choose *Paste text instead*.',
          'Duebook reads CSV files, its own exports, and those of Wallos, SubTrackr and Subscription Manager.',
        ],
      },
      check: {
        title: 'Check before anything is stored',
        text: [
          'First you see what would happen to each row. Rows that need an answer come first; without one, they are left out.',
          [
            'If a column was not recognized, choose what it is.',
            'If a sign such as $ can mean several currencies, choose one.',
            'If a row looks like a subscription that is stored already, choose *Keep both*, *Skip* or *Update*.',
            '*Add by hand* opens a row that cannot be read in the form. *Leave out* skips a row.',
          ],
        ],
      },
      undo: {
        title: 'Undo an import',
        text: [
          'Choose *Undo the whole import*, or *Undo* under *Earlier imports*. What was added is deleted, and what was updated gets its former values back.',
        ],
      },
      export: {
        title: 'Save everything: export',
        text: [
          'Under *Export*, choose the format, then *Download*.',
          ['JSON has everything, also the payments made.', 'CSV is a table for spreadsheets.'],
          'Duebook can import both.',
        ],
      },
    },
  },
  people: {
    title: 'People and rights',
    about: 'Share Duebook with your household, and see who did what.',
    parts: {
      invite: {
        title: 'Add a person',
        text: [
          'Everybody in a household sees the same subscriptions.',
          [
            'Open Duebook at an address that the other person can reach, too.',
            'Open *Settings*, and choose *Add a person* under *People*.',
            'Choose the name and the rights. Set a password, or pass on the invitation: a link that can be used once, within 7 days.',
          ],
        ],
      },
      rights: {
        title: 'Rights',
        text: [
          [
            '*View*: see everything.',
            '*Change*: also add, edit, pay, import, and have reminders of your own.',
            '*Manage*: also people, API keys, and the channels and browsers of everybody.',
          ],
          'To change the rights of a person, choose *Edit*. *Remove* signs the person out at once; the subscriptions stay.',
        ],
      },
      password: {
        title: 'Password forgotten',
        text: [
          'Ask somebody with the right *Manage* for an invitation: *Invite*, beside your name under *People*. It lets you choose a new password.',
          'If nobody can do that, whoever runs the server can make a link there.',
        ],
      },
      browsers: {
        title: 'A lost phone',
        text: [
          'Under *Signed-in browsers* in the *Settings*, sign out the phone, or choose *Sign out all others*. Then choose *Change the password*.',
        ],
      },
      activity: {
        title: 'Who changed what',
        text: [
          '*Activity* lists every change, with who made it and when. You can filter it by person, day or subscription.',
        ],
      },
      programs: {
        title: 'Programs and assistants',
        text: [
          'Give each program a key of its own: *Create a key* under *API keys*. The key is shown only once. *Revoke* ends it at once.',
        ],
      },
    },
  },
} satisfies HelpTexts;
