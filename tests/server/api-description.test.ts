import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

test('the description tells how files come and go', async () => {
  const { paths } = await (await fetch(`${node.url}/api/openapi.json`)).json()

  const { content: registration } = paths['/api/user/register'].post.requestBody
  expect(Object.keys(registration)).toEqual(['multipart/form-data'])
  const { properties, required } = registration['multipart/form-data'].schema
  expect(properties.profPicFile).toMatchObject({ type: 'string', format: 'binary' })
  expect(required).not.toContain('profPicFile')

  const { content: archive } = paths['/api/user/takeaway'].post.responses['200']
  expect(archive).toEqual({ 'application/zip': { schema: expect.objectContaining({ format: 'binary' }) } })

  const { content: signIn } = paths['/api/user/signin'].post.requestBody
  expect(Object.keys(signIn)).toContain('application/json')
})
