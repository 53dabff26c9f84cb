import { afterEach, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type NodeOptions, startNode, type TestNode } from '#tests/support/node.ts'

let mongoUrl: string
let node: TestNode

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
})
afterEach(() => node.stop())

async function answerOf(options: Omit<NodeOptions, 'mongoUrl'>): Promise<Response> {
  node = await startNode({ mongoUrl, ...options })
  return fetch(`${node.url}/.well-known/security.txt`)
}

test('has the contact, expiry, languages and canonical address', async () => {
  const response = await answerOf({
    securityContact: 'mailto:security@geulmaru.example',
    publicUrl: 'https://geulmaru.example',
    clock: () => new Date('2026-03-01T09:00:00Z'),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect((await response.text()).split('\n')).toEqual([
    'Contact: mailto:security@geulmaru.example',
    'Expires: 2026-08-28T09:00:00.000Z',
    'Preferred-Languages: ko, en',
    'Canonical: https://geulmaru.example/.well-known/security.txt',
    '',
  ])
})

test('omits a canonical address that the standard does not allow', async () => {
  const securityContact = 'https://geulmaru.example/report'
  const body = await (await answerOf({ securityContact, publicUrl: 'http://localhost:3000' })).text()
  expect(body).toContain(`Contact: ${securityContact}\n`)
  expect(body).not.toContain('Canonical')
})

test('is not found when no contact is configured', async () => {
  const response = await answerOf({})
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'notFound' })
})
