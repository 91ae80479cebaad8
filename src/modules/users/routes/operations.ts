import { confirmed, type EntityWords, pageOf, reading } from '../../../core/http/openapi/words.ts';
import { creating, deleting, patchErrors, updating } from '../../../core/http/openapi/writeWords.ts';
import { writableOf } from '../../../core/fields/fieldTable.ts';
import { shownUserFields } from '../model.ts';
import { signInCodeAnswer, signInCodeExample } from '../../sessions/routes/schema.ts';
import { user, users } from './schema.ts';
import { accessTag } from '../../keys/routes/operations.ts';

const exampleUser = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00',
  name: 'alex',
  owner: 'default',
  scope: 'write',
  hasPassword: false,
  createdAt: '2026-06-16T08:00:00.000Z',
};

const operations: EntityWords['operations'] = {
  listUsers: {
    summary: 'List the users',
    description: 'Lists the people who may sign in, oldest first.',
    agent: reading('The user asks who has access.', 'The user asks for keys: listKeys.'),
    success: pageOf('UserPage', user, 'One page of users.', [exampleUser]),
    errors: ['invalid_pagination'],
  },
  createUser: {
    summary: 'Create a user',
    description:
      'Creates somebody who may sign in and use the same records.\n\nWithout a password, the user signs in with one-time codes. With one, a dry run and an Idempotency-Key are refused: the password would have to be stored.',
    agent: confirmed(
      'high',
      'The user has confirmed the name and scope of somebody new.',
      'A program needs access: createKey.',
    ),
    ...creating('User', user, { done: 'The user.', dryRun: 'A dry run: the user that would be created.' }, exampleUser),
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'unexpected_if_match',
      'unsupported_option',
      'user_exists',
      'payload_too_large',
      'user_not_found',
    ],
  },
  updateUser: {
    summary: 'Update a user',
    description:
      'Renames a user, or changes what the user may do.\n\nWith a smaller scope, sessions and one-time codes that have more end at once. A larger one counts from the next sign-in. The only admin keeps that scope.',
    agent: confirmed(
      'high',
      'The user has confirmed the new name or scope of somebody.',
      'Somebody is to lose all access: deleteUser.',
    ),
    ...updating(
      'UserChange',
      user,
      { done: 'The updated user.', dryRun: 'A dry run: the user after the update.' },
      exampleUser,
    ),
    errors: patchErrors('invalid_id', 'user_not_found', 'user_exists', 'last_admin'),
  },
  deleteUser: {
    summary: 'Delete a user',
    description:
      'Deletes a user; its sessions and codes end at once.\n\nA session cannot delete its own user. The only admin is deleted last. What the user changed stays, with the name in the activity.',
    agent: confirmed(
      'high',
      'The user has confirmed who loses access.',
      'Only one browser is to be signed out: revokeKey.',
    ),
    ...deleting(
      'UserDeletion',
      user,
      { done: 'The user is deleted.', dryRun: 'A dry run: the user that would be deleted.' },
      exampleUser,
    ),
    errors: ['invalid_id', 'user_not_found', 'own_user', 'last_admin', 'unexpected_body'],
  },
  createSignInCode: {
    summary: 'Make a one-time code for a user',
    description:
      'Makes a code with which the user signs in once, within 15 minutes.\n\nIt replaces an earlier code of the user. Only its hash is stored, so a dry run and an Idempotency-Key are refused. Takes no body.',
    agent: confirmed(
      'high',
      'The user wants to sign in on another device, or has forgotten the password.',
      'A program needs access: createKey.',
    ),
    success: {
      status: 201,
      hasNoLocation: true,
      description: 'The code.',
      schema: signInCodeAnswer,
      example: signInCodeExample,
    },
    errors: ['invalid_id', 'unexpected_body', 'user_not_found', 'too_many_entries'],
  },
};

/** What users say in the OpenAPI document. */
export const userWords: EntityWords = {
  tag: accessTag,
  toolset: 'settings',
  operations,
  revertibleFields: writableOf(shownUserFields),
  errorExamples: {
    ...users.errorExample,
    user_exists: { field: 'name', suggestedFix: 'Send another name.' },
    last_admin: { field: 'scope', suggestedFix: 'Give another user the scope admin first.' },
    own_user: { suggestedFix: 'Sign in as another user, or use an API key of scope admin.' },
  },
};
