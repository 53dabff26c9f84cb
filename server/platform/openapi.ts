import type { RequestHandler } from 'express'
import { z } from 'zod'
import { scopeOf } from '#protocol/apiScopes.ts'
import { answersGet, type Call } from '#protocol/call.ts'
import { allLanguages } from '#protocol/text/languages.ts'
import { isUnchanged } from './conditional.ts'

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

/** RFC 9457, for clients that accept it. */
const problem = {
  ...error,
  required: ['type', 'title', 'status', 'detail', ...error.required],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    ...error.properties,
  },
}

const failure = {
  description: 'The request failed.',
  content: {
    ...json({ $ref: '#/components/schemas/Error' }),
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
}

/** Serializes the document once, on the first request: it has about 200 kB, and this path has no rate limit. */
export function serveOpenApi(calls: readonly Call[]): RequestHandler {
  let body: Buffer | undefined
  return (request, response) => {
    body ??= Buffer.from(JSON.stringify(describeApi(calls)))
    if (isUnchanged(request, response, body)) return void response.status(304).end()
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
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Rejections by a rule of the product have status 200, a flag that is false, and a message. ' +
        `Messages are in the best language of Accept-Language among ${allLanguages.join(', ')}.`,
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(calls.flatMap(call => [[call.path, operations(call)], ...formerPathOf(call)])),
    components: {
      securitySchemes: {
        authData: { type: 'apiKey', in: 'header', name: 'authData' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: error, Problem: problem },
      responses: { Failure: failure },
    },
  }
}

function formerPathOf({ formerPath, ...call }: Call) {
  if (formerPath === undefined) return []
  const former = Object.entries(operations({ ...call, path: formerPath }))
  return [
    [formerPath, Object.fromEntries(former.map(([method, one]) => [method, { ...one, deprecated: true }]))],
  ]
}

/** By method in lower case. A call that only reads can be sent with both methods. */
function operations(call: Call) {
  const id = call.path.slice('/api/'.length).replaceAll('/', '-')
  return {
    ...(answersGet(call) && {
      get: {
        ...operation(call),
        operationId: call.method === 'GET' ? id : `${id}-get`,
        parameters: queryParameters(call),
        responses: {
          ...responses(call),
          304: { description: 'Unchanged since the response with this ETag.' },
        },
      },
    }),
    ...(call.method === 'POST' && {
      post: {
        ...operation(call),
        operationId: id,
        requestBody: requestBody(call),
        responses: responses(call),
      },
    }),
  }
}

function operation(call: Call) {
  return {
    summary: call.summary,
    description: scopeOf(call) === null ? 'Not for API tokens.' : `Scope of API tokens: ${scopeOf(call)}.`,
    tags: [call.path.split('/')[2]],
    security: call.access === 'open' ? [] : [{ authData: [] }, { bearer: [] }],
  }
}

function responses(call: Call) {
  return {
    200: {
      description: 'Done, or rejected with a flag that is false.',
      content: replyContent(call),
    },
    '4XX': { $ref: '#/components/responses/Failure' },
    default: { $ref: '#/components/responses/Failure' },
  }
}

function queryParameters(call: Call) {
  const { properties = {}, required = [] } = schemaOf(call.request, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
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
