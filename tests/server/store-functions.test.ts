import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { openRepositories } from '#server/repositories.ts'
import { emptyDatabase } from '#tests/support/node.ts'

let mongo: Connection

beforeAll(async () => {
  mongo = await connectMongo(await emptyDatabase())
})
afterAll(() => mongo.close())

/** Each `a.b` of the code, also across lines. */
function accesses(): Set<string> {
  const code = ['server', 'scripts'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map(path => readFileSync(join(folder, path), 'utf8')),
  )
  const found = code.join('\n').matchAll(/(\w+)(?=\s*\.\s*(\w+))/g)
  return new Set(Array.from(found, ([, whose, name]) => `${whose}.${name}`))
}

test('the server uses every function of each repository', () => {
  const functions = Object.entries(openRepositories(mongo)).flatMap(([store, made]) =>
    // All of these are called together by the cleanup of server/app.ts.
    Object.keys(made).flatMap(name => (name === 'cleanUp' ? [] : `${store}.${name}`)),
  )
  const asked = accesses()
  expect(functions.length).toBeGreaterThan(200)
  expect(
    functions.filter(each => !asked.has(each)),
    'These are unused: remove them from their repositories, or access the repository by its name in Repositories',
  ).toEqual([])
})
