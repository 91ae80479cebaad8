/** The errors of imports, for the catalogue. */
export const importErrors = {
  unreadable_import: {
    status: 400,
    message: 'The file cannot be imported.',
    when: 'The file is empty, damaged, of no known format, or has more than 10,000 records. Nothing was changed.',
  },
  import_not_found: {
    status: 404,
    message: 'The import does not exist.',
    when: 'The owner of the key has no import with this id.',
  },
  import_changed: {
    status: 409,
    message: 'Subscriptions of the import were changed since.',
    when: 'A subscription that the import created or updated was changed since, or one that it updated was deleted; `changed` has up to 100 of them. Nothing was changed.',
  },
  already_reverted: {
    status: 409,
    message: 'The import was reverted already.',
    when: 'The import was reverted before. Nothing was changed.',
  },
  import_refused: {
    status: 422,
    message: 'Records of the file are faulty.',
    when: 'The file has faulty records, and `onError` is not `skip`. `import`, beside the error, is the report with the fault of each. Nothing was changed.',
  },
} as const;
