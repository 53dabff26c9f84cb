import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every repository with a TTL index also cleans up itself, because the embedded engine does not', () => {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' })
  const repositories = paths
    .filter(path => path.endsWith('.repository.ts'))
    .map(path => ({ path, code: readFileSync(join('server', path), 'utf8') }))
  const expiring = repositories.filter(({ code }) => code.includes('expireAfterSeconds'))
  const unswept = expiring.filter(({ code }) => !code.includes('async cleanUp(now: Date)'))
  expect(expiring.length).toBeGreaterThan(3)
  expect(unswept.map(({ path }) => `server/${path}: add cleanUp(now)`)).toEqual([])
})
