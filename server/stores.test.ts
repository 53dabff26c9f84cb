import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('what a database would sweep by itself is swept by every server, for the embedded engine does not', () => {
  const paths = readdirSync('server', { recursive: true, encoding: 'utf8' })
  const stores = paths
    .filter(path => path.endsWith('.store.ts'))
    .map(path => ({ path, code: readFileSync(join('server', path), 'utf8') }))
  const expiring = stores.filter(({ code }) => code.includes('expireAfterSeconds'))
  const unswept = expiring.filter(({ code }) => !code.includes('async cleanUp(now: Date)'))
  expect(expiring.length).toBeGreaterThan(3)
  expect(unswept.map(({ path }) => `server/${path}: add cleanUp(now)`)).toEqual([])
})
