import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'

/** The rows of SECURITY.md that name an attacker: `who` and the files under 'shown by'. */
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| (?!who |---)/.test(line))
  .map(line => line.split('|').slice(1, -1))
  .map(cells => ({ who: cells[0].trim(), cells, tests: pathsIn(cells[3] ?? '') }))

function pathsIn(cell) {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, path]) => path)
}

test('there are rows, all of four cells', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const { who, cells } of rows) expect(cells, who).toHaveLength(4)
})

test.each(rows.map(({ who, cells, tests }) => [`${who}: ${cells[1].trim()}`, tests]))(
  '%s is shown by tests that are there',
  (_, tests) => {
    expect(tests).not.toEqual([])
    for (const path of tests) {
      expect(path).toMatch(/\.(test|spec)\.(ts|tsx|mjs)$/)
      expect(existsSync(join(root, path)), path).toBe(true)
    }
  },
)

test('git takes no settings and keys of an installation', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  for (const pattern of ['/data/', '.env', '.env.*', 'jwt-secret', 'vapid-keys', '*.key', '*.pem'])
    expect(ignored).toContain(pattern)
})

test('nor does an image, and it runs without root and capabilities', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const pattern of [
    'data',
    '**/.env',
    '**/.env.*',
    '**/jwt-secret',
    '**/vapid-keys',
    '**/*.key',
    '**/*.pem',
  ])
    expect(ignored).toContain(pattern)
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN)/m)
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  expect(compose).toContain('cap_drop: [ALL]')
  expect(compose).toContain('no-new-privileges:true')
})
