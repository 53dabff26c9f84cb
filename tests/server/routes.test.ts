import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { allRoutes } from '#server/routes.ts'
import { type AnyPath, allCalls } from '#tests/support/allCalls.ts'
import { request } from '#tests/support/call.ts'
import { createFixtures, type Fixtures } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { callerOf } from './authorization/permissions.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../protocol/*.ts', '!../../protocol/*.test.ts'],
  { eager: true },
)

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value

const declared = Object.values(modules).flatMap(module => Object.values(module).filter(isCall))

/** At this scale every limit is 1. */
const TINY_SCALE = 1e-6

const [node, strict] = await openNodes({}, { rateLimitScale: TINY_SCALE, trustProxy: 1 })

const servedCalls = () => allRoutes(node.app.context).map(({ call }) => call.path)
const pathsOf = (calls: readonly Call[]) => calls.map(({ path }) => path)

test('every call that the protocol declares has exactly one route', () => {
  expect(
    pathsOf(declared).filter(path => !servedCalls().includes(path)),
    'Give each a route in server/features/<feature>/<feature>.routes.ts, and a new feature its line in server/routes.ts',
  ).toEqual([])
  expect(servedCalls().filter((path, index) => servedCalls().indexOf(path) !== index)).toEqual([])
})

test('no two calls have the same name', () => {
  const names = Object.values(modules).flatMap(module =>
    Object.keys(module).filter(name => isCall(module[name])),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the table of all calls is complete', () => {
  expect(
    pathsOf(declared).filter(path => !pathsOf(allCalls).includes(path)),
    'Add their module of protocol/ to tests/support/allCalls.ts; the compiler then names the tables that need a row',
  ).toEqual([])
})

test('every call that the server answers is rate limited, by address or by user', async () => {
  const { userNo } = await newUser(node.url)
  const unlimited: string[] = []
  for (const [index, { call }] of allRoutes(strict.app.context).entries()) {
    // Each with its own session, since one of the calls ends it.
    const { authToken } = await node.app.context.gate.create(userNo, { device: '', deviceHash: '' })
    const ask = () =>
      fetch(strict.url + call.path, {
        method: call.method,
        headers: { 'X-Forwarded-For': `198.51.100.${index}`, authData: authToken },
      })
    await ask()
    if ((await ask()).status !== 429) unlimited.push(call.path)
  }
  expect(unlimited, 'Add the rates of their limit class to server/limits.ts').toEqual([])
})

test('a renamed call is answered at its former path as well, for the same users', async () => {
  const user = await newUser(node.url)
  const renamed = declared.filter(({ formerPath }) => formerPath !== undefined)
  expect(renamed).not.toEqual([])
  for (const { path, formerPath = path, method } of renamed) {
    const send = (target: string, headers = {}) => fetch(node.url + target, { method, headers })
    const statuses = async (headers?: object) =>
      (await Promise.all([path, formerPath].map(target => send(target, headers)))).map(({ status }) => status)
    const [status, formerStatus] = await statuses({ authData: user.token })
    expect(formerStatus, formerPath).toBe(status)
    expect(await statuses(), formerPath).toEqual([401, 401])
  }
})

describe('calls that a client may repeat', () => {
  let fixtures: Fixtures
  beforeAll(async () => {
    fixtures = await createFixtures(node.url, node.app.context.repositories.users)
  })
  const repeatable = allCalls.filter(call => 'isRepeatable' in call)

  test.each(repeatable)('$path, repeated, has the same effect as once and the same response', async call => {
    const path = call.path as AnyPath
    const caller = callerOf(fixtures, path)
    const input = { ...(await validInputs[path](fixtures, caller)) }
    const ask = async () => {
      const response = await request(node.url, call, input, caller?.token)
      return { status: response.status, body: JSON.parse(await response.text(), withoutCounters) }
    }
    const once = await ask()
    expect(once).toMatchObject({ status: 200, body: { success: true } })
    expect(await ask()).toEqual(once)
  })

  /** Removes version counters, which may increase with each repetition. */
  function withoutCounters(name: string, value: unknown): unknown {
    return name === 'version' || name === 'revision' ? undefined : value
  }
})

describe('the description of the calls', () => {
  let description: Description
  beforeAll(async () => {
    description = (await (await fetch(`${node.url}/api/openapi.json`)).json()) as Description
  })
  const operations = () => Object.values(description.paths).flatMap(path => Object.values(path))

  test('every call that the server answers is described, with its required access', () => {
    expect(description.openapi).toBe('3.1.0')
    const calls = allRoutes(node.app.context).map(route => route.call)
    const paths = calls.flatMap(({ path, formerPath }: Call) => [path, formerPath ?? []].flat())
    expect(Object.keys(description.paths).toSorted()).toEqual(paths.toSorted())
    for (const { path, method, access, summary } of calls) {
      const operation = description.paths[path]?.[method.toLowerCase()]
      expect(operation, path).toMatchObject({ summary })
      expect(operation?.security?.length !== 0, path).toBe(access !== 'open')
    }
  })

  test('the former path of a renamed call is described as deprecated', () => {
    const calls: Call[] = allRoutes(node.app.context).map(route => route.call)
    const former = calls.flatMap(({ formerPath, summary }) => (formerPath ? [{ formerPath, summary }] : []))
    expect(former).not.toEqual([])
    for (const { formerPath, summary } of former)
      expect(description.paths[formerPath]?.post).toMatchObject({ summary, deprecated: true })
    expect(operations().filter(({ deprecated }) => deprecated)).toHaveLength(former.length)
  })

  test('each operation has a unique name, a response and an error', () => {
    const names = operations().map(operation => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const operation of operations()) {
      const [reply] = Object.values(operation.responses['200']?.content ?? {})
      expect(reply?.schema, operation.operationId).toBeTruthy()
      expect(operation.responses.default).toBeTruthy()
    }
  })

  test('a request is described for all three kinds of body, as clients send it', () => {
    const content = description.paths['/api/note/post']?.post?.requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual([
      'application/json',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ])
    for (const { schema } of Object.values(content)) {
      expect(Object.keys(schema.properties ?? {})).toEqual([
        ...['topicNo', 'title', 'text', 'requestKey'],
        ...['createdAt', 'lastUpdate', 'isPinned', 'documentRevision'],
      ])
      expect(schema.required).toEqual(['topicNo', 'title', 'text'])
    }
  })

  test('every reference inside the description resolves', () => {
    const references = JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path = ''] of references) {
      const target = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], description)
      expect(target, path).toBeTruthy()
    }
  })

  test('a file upload is multipart only, and a file response has its media type', () => {
    const registration = description.paths['/api/user/register']?.post?.requestBody?.content ?? {}
    expect(Object.keys(registration)).toEqual(['multipart/form-data'])
    const { properties, required } = registration['multipart/form-data']?.schema ?? {}
    expect(properties?.profPicFile).toMatchObject({ type: 'string', format: 'binary' })
    expect(required).not.toContain('profPicFile')

    const archive = description.paths['/api/user/exportdata']?.post?.responses['200']?.content
    expect(archive).toEqual({ 'application/zip': { schema: expect.objectContaining({ format: 'binary' }) } })
  })

  test('the document is built once, however often it is requested', async () => {
    const writing = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => writing.mockRestore())
    const secondResponse = await fetch(`${node.url}/api/openapi.json`)
    const text = await secondResponse.text()
    expect(writing.mock.calls.filter(([value]) => value?.openapi !== undefined)).toEqual([])
    expect(secondResponse.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual(description)
  })
})

interface Description {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  security?: unknown[]
  deprecated?: boolean
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

interface Schema {
  type?: string
  properties?: Record<string, unknown>
  required?: string[]
}
