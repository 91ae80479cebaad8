/** The texts of the page help. */
export const help = {
  topics: 'Topics',
  first: 'First steps',
  'first.add':
    'Press “Add subscription” (on a phone, the plus) and enter a name, an amount, how often you pay, and a day of payment. All else can wait.',
  'first.import':
    'If you have a list already, open “Import and export” and drop the file there. Nothing is stored before you have seen it.',
  'first.password':
    'Set a password under “Settings”. Without one, you need a sign-in link whenever your session ends: 30 days after your last visit.',
  'first.phone':
    'On your phone, open the same address. “Sign in on another device” in the settings shows a code for its camera. “Add to Home Screen” in the browser makes an app of it.',
  due: 'Due and paid',
  'due.list':
    'The overview lists what is due: first what is overdue, then today and the next days. Sums of different currencies are never added.',
  'due.paid':
    'When you have paid, press “Paid”. Duebook notes the payment and moves the next one on. “Undo” takes that back.',
  'due.other':
    'If you paid another amount or on another day, choose “Other amount or day …” in the menu of the subscription.',
  'due.automatic':
    'If your bank pays by itself, turn on automatic payments in the settings: Duebook then notes a payment on the day after it was due.',
  contracts: 'Contracts',
  'contracts.term':
    'In the form, open “Contract”. Enter when the term ends, how long the next one is, and the notice period. Duebook then tells you the last day for notice.',
  'contracts.deadlines':
    'Deadlines of the next 45 days stand on the overview, in the list and in the calendar, with what the subscription costs in a year.',
  'contracts.cancelled':
    'Duebook cancels nothing for you. When you have cancelled with the provider, note it here: the subscription runs until its last day and is then no longer counted.',
  'contracts.trial': 'For a trial, enter its last day. You are then reminded before it becomes expensive.',
  reminders: 'Reminders',
  'reminders.channel':
    'A channel is where a reminder goes: your phone, your e-mail, a chat. Add one on the page “Reminders” and press “Send a test”.',
  'reminders.rule':
    'A rule says when to remind of what, such as three days before each payment. One click adds the rules that most people want.',
  'reminders.silent': 'To get no reminders of a subscription, turn off its reminder in its form.',
  'reminders.failing': 'If a channel does not work, the page and the overview say so. “Retry” sends a message again.',
  import: 'Import',
  'import.file':
    'Drop a file on “Import and export”: a table (CSV) of your bank or spreadsheet program, or the export of another tracker. You then see what becomes of each row.',
  'import.columns':
    'Say which column is what, and which currency a sign such as “$” means. Correct single rows, or leave them out.',
  'import.undo': 'An import is stored in one step, and can be undone in one step.',
  'import.export': 'You can take everything with you at any time, as JSON or CSV, on the same page.',
  people: 'People',
  'people.add':
    'Under “Settings”, “People”, add those who live with you. Everybody sees the same subscriptions. Pass on the sign-in link that you get.',
  'people.rights':
    'View: see everything. Change: also add, change and pay. Manage: also people, channels and access of programs. Choose “Change” for a partner.',
  'people.activity': 'The page “Activity” says who changed what and when. Most changes can be undone there.',
  'people.password':
    'If somebody has forgotten the password, somebody with “Manage” makes a new sign-in link for them.',
} as const;
