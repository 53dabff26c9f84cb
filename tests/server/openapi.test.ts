import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { allRoutes } from '#server/routes.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'

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

let node: TestNode
let description: Description

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  description = (await (await fetch(`${node.url}/api/openapi.json`)).json()) as Description
})
afterAll(() => node.stop())

const operations = () => Object.values(description.paths).flatMap(path => Object.values(path))

test('every call that the server answers is described, with its required access', () => {
  expect(description.openapi).toBe('3.1.0')
  const calls = allRoutes(node.app.context).map(route => route.call)
  const paths = calls.flatMap(({ path, formerPath }: Call) => [path, formerPath ?? []].flat())
  expect(Object.keys(description.paths).toSorted()).toEqual(paths.toSorted())
  for (const { path, method, access, summary } of calls) {
    const operation = description.paths[path]?.[method.toLowerCase()]
    expect(operation, path).toMatchObject({ summary })
    expect(operation?.security !== undefined, path).toBe(access !== 'open')
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
      ...['createdAt', 'lastUpdate', 'isPinned'],
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
  expect(writing).not.toHaveBeenCalled()
  expect(secondResponse.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(JSON.parse(text)).toEqual(description)
})
