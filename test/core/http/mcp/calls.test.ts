import { describe, expect, test } from 'bun:test';
import { apiCallOf } from '../../../../src/core/http/mcp/apiCall.ts';
import { inputSchemaOf } from '../../../../src/core/http/mcp/inputSchema.ts';
import type { AgentOperation } from '../../../../src/core/http/openapi/document.ts';

const operation: AgentOperation = {
  errorCodes: [],
  operationId: 'change',
  summary: 'Change',
  description: 'Changes.',
  method: 'PATCH',
  path: '/things/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'dryRun',
      in: 'query',
      required: false,
      description: 'Try.',
      schema: { type: 'boolean' },
    },
    { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } },
    { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
  ],
  requestBody: {
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Draft' },
      },
    },
  },
  responses: {},
  'x-agent': { riskLevel: 'low', requiresConfirmation: false, requiredScope: 'write', useWhen: '', doNotUseWhen: '' },
};
const schemas = {
  Part: {
    type: 'object',
    properties: { day: { type: 'string', format: 'date', pattern: '^.$', examples: ['2026-06-15'] } },
    'x-hint': 'none',
  },
  Draft: {
    properties: {
      part: { $ref: '#/components/schemas/Part' },
      size: { type: 'integer', description: 'How big. Or not.' },
    },
    required: ['size'],
  },
};

describe('the arguments of a call', () => {
  test('go where the operation has them: path, query, headers, and the rest into the body', () => {
    const given = { id: 'a b', dryRun: true, ifMatch: '"7"', idempotencyKey: 'k-1', size: 3, wrong: null };
    expect(apiCallOf(operation, given)).toEqual({
      method: 'PATCH',
      path: '/things/a%20b?dryRun=true',
      headers: { 'If-Match': '"7"', 'Idempotency-Key': 'k-1', 'content-type': 'application/json' },
      body: '{"size":3,"wrong":null}',
    });
  });

  test('that are null or missing are left out, but in the body', () => {
    expect(apiCallOf(operation, { id: 'a', dryRun: null })).toMatchObject({ path: '/things/a', body: '{}' });
  });

  test('cannot lead to another path, or break a header', () => {
    for (const id of [undefined, null, 7, '', '.', '..']) expect(apiCallOf(operation, { id }).path).toBe('/things/-');
    expect(apiCallOf(operation, { id: '../x?y#z' }).path).toBe('/things/..%2Fx%3Fy%23z');
    const { headers } = apiCallOf(operation, { id: 'a', idempotencyKey: 'ü\r\nEvil: 1\ud800' });
    expect(headers['Idempotency-Key']).toBe('%C3%BC%0D%0AEvil: 1%EF%BF%BD');
    expect(() => new Headers(headers)).not.toThrow();
  });

  test('are a key or a version only as text or number', () => {
    for (const value of [[], {}, ['k'], true]) {
      const given = { id: 'a', idempotencyKey: value, ifMatch: value };
      expect(apiCallOf(operation, given).headers).toMatchObject({ 'Idempotency-Key': '', 'If-Match': '' });
    }
    expect(apiCallOf(operation, { id: 'a', idempotencyKey: 7 }).headers).toMatchObject({ 'Idempotency-Key': '7' });
  });

  test('that are given by a shortcut beat those that are sent', () => {
    expect(apiCallOf(operation, { id: 'a', size: 1 }, { size: 2 }).body).toBe('{"size":2}');
  });
});

describe('the input schema of a tool', () => {
  test('names headers as arguments, shows a flag as a boolean, and needs no other document', () => {
    expect(inputSchemaOf(operation, schemas)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        dryRun: { type: 'boolean', description: expect.stringContaining('writes nothing') },
        ifMatch: { type: 'string', description: expect.stringContaining('etag') },
        idempotencyKey: { type: 'string', description: expect.stringContaining('retry') },
        part: { type: 'object', properties: { day: { type: 'string', description: 'YYYY-MM-DD.' } } },
        size: { type: 'integer', description: 'How big.' },
      },
      required: ['id', 'size'],
    });
    expect(inputSchemaOf(operation, schemas, ['part', 'size']).required).toEqual(['id']);
  });
});
