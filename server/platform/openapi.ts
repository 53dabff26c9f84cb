import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { allLanguages } from '#protocol/text/languages.ts'

const error = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
  },
}

/** OpenAPI 3.1, generated from the same values that bind the calls. */
export function describeApi(calls: readonly Call[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: '글마루 (Geulmaru)',
      version: '1',
      description:
        'Refusals that belong to the product answer 200 with their flag false and a message. ' +
        `Messages are in the language that Accept-Language likes best of ${allLanguages.join(', ')}.`,
    },
    paths: Object.fromEntries(
      calls.map(call => [call.path, { [call.method.toLowerCase()]: operation(call) }]),
    ),
    components: {
      securitySchemes: {
        authData: { type: 'apiKey', in: 'header', name: 'authData' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: error },
    },
  }
}

function operation(call: Call) {
  return {
    operationId: call.path.slice('/api/'.length).replaceAll('/', '-'),
    summary: call.summary,
    tags: [call.path.split('/')[2]],
    ...(call.access !== 'open' && { security: [{ authData: [] }, { bearer: [] }] }),
    ...(call.method === 'POST' && { requestBody: requestBody(call) }),
    responses: {
      200: {
        description: 'Done, or refused with its flag false.',
        content: replyContent(call),
      },
      default: {
        description: 'The request cannot be granted.',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

function replyContent({ reply }: Call) {
  const schema = schemaOf(reply, 'output')
  return reply instanceof z.ZodFile ? { [String(schema.contentMediaType)]: { schema } } : json(schema)
}

/** A file comes by multipart alone. */
function requestBody(call: Call) {
  const schema = { schema: schemaOf(call.request, 'input') }
  if (call.file !== undefined) return { content: { 'multipart/form-data': schema } }
  return {
    content: {
      'application/json': schema,
      'multipart/form-data': schema,
      'application/x-www-form-urlencoded': schema,
    },
  }
}

function json(schema: unknown) {
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return described
}
