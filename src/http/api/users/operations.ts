import { Type } from '@sinclair/typebox';
import { deletionOf, isDryRun, requestId } from '../../openapi/answers.ts';
import { exactly, pagination } from '../../openapi/components.ts';
import { named } from '../../openapi/named.ts';
import { reading, type OperationWords } from '../../openapi/operation.ts';
import { signInCode, user } from './schema.ts';

const exampleUser = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00',
  name: 'alex',
  owner: 'default',
  scope: 'write',
  hasPassword: false,
  createdAt: '2026-06-16T08:00:00.000Z',
};

/** The texts of the operations on users in the OpenAPI document. */
export const userOperations = {
  listUsers: {
    tag: 'Keys and users',
    toolset: 'settings',
    summary: 'List the users',
    description: 'Lists the people who may sign in, oldest first.',
    agent: reading('The user asks who has access.', 'The user asks for keys: listKeys.'),
    requestHeaders: ['If-None-Match'],
    success: {
      status: 200,
      isTagged: true,
      description: 'One page of users.',
      schema: named('UserPage', exactly({ data: Type.Array(user), pagination, requestId })),
      example: { data: [exampleUser], pagination: { limit: 50, offset: 0, hasMore: false } },
    },
    errors: ['invalid_pagination'],
  },
  createUser: {
    tag: 'Keys and users',
    toolset: 'settings',
    summary: 'Create a user',
    description:
      'Creates somebody who may sign in and use the same records.\n\nWithout a password, the user signs in with one-time codes. With one, a dry run and an Idempotency-Key are refused: the password would have to be stored.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed the name and scope of somebody new.',
      doNotUseWhen: 'A program needs access: createKey.',
    },
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 201,
      isTagged: true,
      description: 'The user.',
      schema: named('UserAnswer', exactly({ data: user, requestId })),
      example: { data: exampleUser },
    },
    dryRun: {
      description: 'A dry run: the user that would be created.',
      schema: named('UserPreview', exactly({ data: user, dryRun: isDryRun, requestId })),
      example: { data: exampleUser, dryRun: true },
    },
    errors: [
      'invalid_json',
      'invalid_field',
      'unknown_field',
      'unexpected_if_match',
      'unsupported_option',
      'user_exists',
      'payload_too_large',
    ],
  },
  deleteUser: {
    tag: 'Keys and users',
    toolset: 'settings',
    summary: 'Delete a user',
    description:
      'Deletes a user; its sessions and codes end at once.\n\nA session cannot delete its own user. What the user changed stays, with the name in the activity.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user has confirmed who loses access.',
      doNotUseWhen: 'Only one browser is to be signed out: revokeKey.',
    },
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: {
      status: 200,
      description: 'The user is deleted.',
      schema: deletionOf('UserDeletion', user),
      example: { deleted: true },
    },
    dryRun: {
      description: 'A dry run: the user that would be deleted.',
      example: { data: exampleUser, dryRun: true },
    },
    errors: ['invalid_id', 'user_not_found', 'own_user', 'unexpected_body'],
  },
  createSignInCode: {
    tag: 'Keys and users',
    toolset: 'settings',
    summary: 'Make a one-time code for a user',
    description:
      'Makes a code with which the user signs in once, within 15 minutes.\n\nIt replaces an earlier code of the user. Only its hash is stored, so a dry run and an Idempotency-Key are refused. Takes no body.',
    agent: {
      riskLevel: 'high',
      requiresConfirmation: true,
      useWhen: 'The user wants to sign in on another device, or has forgotten the password.',
      doNotUseWhen: 'A program needs access: createKey.',
    },
    success: {
      status: 201,
      hasNoLocation: true,
      description: 'The code.',
      schema: named('SignInCodeAnswer', exactly({ data: signInCode, requestId })),
      example: {
        data: {
          code: '7K2M-9XQD-04ZT-HBWC',
          link: 'https://duebook.example/sign-in#code=7K2M-9XQD-04ZT-HBWC',
          expiresAt: '2026-06-16T08:15:00.000Z',
          scope: 'write',
        },
      },
    },
    errors: ['invalid_id', 'unexpected_body', 'user_not_found'],
  },
} satisfies Readonly<Record<string, OperationWords>>;
