import type { RequestHandler } from 'express'
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

/** Serializes the document once, on the first request: it has about 200 kB, and this path has no rate limit. */
export function serveOpenApi(calls: readonly Call[]): RequestHandler {
  let body: Buffer | undefined
  return (_request, response) => {
    body ??= Buffer.from(JSON.stringify(describeApi(calls)))
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('Content-Length', body.length)
    response.end(body)
  }
}

/** OpenAPI 3.1 document, generated from the call definitions. */
function describeApi(calls: readonly Call[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: '글마루 (Geulmaru)',
      version: '1',
      description:
        'Rejections by a rule of the product have status 200, a flag that is false, and a message. ' +
        `Messages are in the best language of Accept-Language among ${allLanguages.join(', ')}.`,
    },
    paths: Object.fromEntries(
      calls.flatMap(call => [
        [call.path, { [call.method.toLowerCase()]: operation(call) }],
        ...formerPathOf(call),
      ]),
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

function formerPathOf({ formerPath, ...call }: Call) {
  if (formerPath === undefined) return []
  const former = { ...operation({ ...call, path: formerPath }), deprecated: true }
  return [[formerPath, { [call.method.toLowerCase()]: former }]]
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
        description: 'Done, or rejected with a flag that is false.',
        content: replyContent(call),
      },
      default: {
        description: 'The request failed.',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

function replyContent({ reply }: Call) {
  const schema = schemaOf(reply, 'output')
  return reply instanceof z.ZodFile ? { [String(schema.contentMediaType)]: { schema } } : json(schema)
}

/** Files are accepted only as multipart. */
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
