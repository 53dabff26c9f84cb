import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiToken } from '#tests/support/apiTokens.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

const run = promisify(execFile)
const [node] = await openNodes({})

/** Inside of the checkout, so that modules resolve. */
const cache = 'node_modules/.cache'
const TIMEOUT_MS = 120_000
let directory: string
let description: string

beforeAll(async () => {
  await mkdir(cache, { recursive: true })
  directory = await mkdtemp(join(cache, 'api-'))
  description = join(directory, 'openapi.json')
  await writeFile(description, await (await fetch(`${node.url}/api/openapi.json`)).text())
})
afterAll(() => rm(directory, { recursive: true }))

test('the description passes the recommended rules of its linter', { timeout: TIMEOUT_MS }, async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stderr } = await run('node_modules/.bin/redocly', ['lint', description, '--extends=recommended'], {
    env,
  })
  expect(stderr).toContain('is valid')
  expect(stderr).not.toMatch(/You have \d+ warning/)
})

/** What a developer would write with the generated types. A wrong path, field or reply does not compile. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })

const created = await client.POST('/api/topic/create', { body: { title: '자동으로 쓴 글' } })
const topicNo = created.data?.subjects[0]?.subjectNo ?? 0
const posted = await client.POST('/api/note/post', {
  body: { topicNo, title: '회의록', text: encodeURIComponent('오늘 이야기한 것') },
})
const noteNo = posted.data?.noteNo ?? 0
const read = await client.GET('/api/note/get', { params: { query: { noteNo } } })
const missing = await client.GET('/api/note/get', { params: { query: { noteNo: noteNo + 1_000 } } })
console.log(JSON.stringify({ title: read.data?.title, code: missing.error?.code }))
// @ts-expect-error: not a path of the API
client.GET('/api/note/nothing', {})
`

test('a client that is generated from the description compiles and works', {
  timeout: TIMEOUT_MS,
}, async () => {
  const program = join(directory, 'program.mts')
  await writeFile(program, PROGRAM)
  const generator = 'tests/apiClient/node_modules/.bin/openapi-typescript'
  await run(generator, [description, '--output', join(directory, 'schema.d.ts')])
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck']
  const types = ['--allowImportingTsExtensions', '--types', 'node', '--ignoreConfig']
  await run('node_modules/.bin/tsc', [...options, ...types, program])

  const user = await newUser(node.url)
  const { token } = await newApiToken(user, ['read', 'write'])
  const { stdout } = await run('node_modules/.bin/tsx', [program, node.url, token])
  expect(JSON.parse(stdout)).toEqual({ title: '회의록', code: 'notFound' })
})

test('the documentation is a page of its own, which loads nothing from elsewhere', async () => {
  const page = await fetch(`${node.url}/api/docs`)
  expect(page.headers.get('Content-Type')).toContain('text/html')
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
  const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
  for (const address of addresses.filter(one => one?.startsWith('/api/docs/')))
    expect((await fetch(node.url + address)).status, address).toBe(200)
  for (const path of ['/package.json', '/index.html', '/../package.json', '/swagger-ui.css.map'])
    expect((await fetch(`${node.url}/api/docs${path}`)).status, path).toBe(404)
})
