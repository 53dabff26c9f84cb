import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every repository with a TTL index also cleans up itself, because the embedded engine does not', () => {
  const code = (path: string) => readFileSync(join('server', path), 'utf8')
  const expiring = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(record|repository)\.ts$/.test(path) && code(path).includes('expireAfterSeconds'))
    .map(path => path.replace('.record.', '.repository.'))
  const withoutCleanUp = expiring.filter(path => !code(path).includes('async cleanUp(now: Date)'))
  expect(expiring).toContain('features/inbox/notifications.repository.ts')
  expect(withoutCleanUp.map(path => `server/${path}: add cleanUp(now)`)).toEqual([])
})
