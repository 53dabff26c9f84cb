import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { read } from './sourceFiles.mjs'

const documents = [
  ...['CONTRIBUTING.md', 'README.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter(path => path.endsWith('.md'))
    .map(path => join('docs', path)),
]
const folders = ['client', 'docs', 'protocol', 'scripts', 'server', 'tests']
const fileEnding = /\.(css|html|json|md|mjs|ts|tsx)$/
/** Files that the examples of CONTRIBUTING.md create, or that the product or its users create. */
const exampleFiles = [
  'protocol/text/ko/about.ts',
  'client/features/about/AboutScreen.tsx',
  'server/features/bookmarks/bookmarks.repository.ts',
  'ja.ts',
  'data.json',
  'notes.md',
]

const files = [
  ...readdirSync(root),
  ...folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(path => join(folder, path)),
  ),
]
const { scripts, dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))

test.each(documents)('%s names only existing files and npm scripts', document => {
  const text = read(document)
  expect(matchesIn(text, /`([^`\s]+)`/g).filter(name => isPath(name) && !isExisting(name))).toEqual([])
  expect(matchesIn(text, /npm run ([a-z:]+)/g).filter(name => !(name in scripts))).toEqual([])
})

test('README gives a reason for each dependency', () => {
  const [, section = ''] = read('README.md').split('## Why each dependency is there')
  const listed = matchesIn(section.split('## Licence')[0], /^\| ([^|]+) \|/gm)
    .flatMap(cell => cell.split(', '))
    .map(name => name.replace(' (optional)', ''))
    .filter(name => !['package', '---'].includes(name))
  const expected = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    // Types belong to their packages.
    .filter(name => !name.startsWith('@types/'))
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

test('each rule of docs/live-rules.md names existing tests', () => {
  const rules = read('docs/live-rules.md')
    .replaceAll(/\s+/g, ' ')
    .split(/(?= \d+\. \*\*)/)
    .slice(1)
  expect(rules.map(rule => Number.parseInt(rule, 10))).toEqual(rules.map((_, index) => index + 1))
  for (const rule of rules) {
    const tests = [...rule.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: "([^"]+)")?/g)]
    expect(tests, rule).not.toEqual([])
    for (const [, path, title = ''] of tests) expect(read(path), path).toContain(title)
  }
})

test('each attacker in SECURITY.md is covered by existing tests', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .filter(line => /^\| (?!who |---)/.test(line))
    .map(line => line.split('|').slice(1, -1))
  expect(rows.length).toBeGreaterThan(20)
  for (const cells of rows) {
    expect(cells).toHaveLength(4)
    const paths = matchesIn(cells[3], /`([^`]+)`/g)
    expect(paths, cells[0]).not.toEqual([])
    for (const path of paths) {
      expect(path).toMatch(/\.(test|spec)\.(ts|tsx|mjs)$/)
      expect(existsSync(join(root, path)), path).toBe(true)
    }
  }
})

test('git and images exclude the secrets of an installation, and images run without privileges', () => {
  const secrets = ['.env', '.env.*', 'jwt-secret', 'vapid-keys', '*.key', '*.pem']
  const gitIgnore = read('.gitignore').split('\n')
  for (const pattern of ['/data/', ...secrets]) expect(gitIgnore).toContain(pattern)
  const dockerIgnore = read('.dockerignore').split('\n')
  for (const pattern of ['data', ...secrets.map(secret => `**/${secret}`)])
    expect(dockerIgnore).toContain(pattern)
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN)/m)
  const compose = read('docker-compose.yml')
  expect(compose).toContain('cap_drop: [ALL]')
  expect(compose).toContain('no-new-privileges:true')
})

function matchesIn(text, pattern) {
  return Array.from(text.matchAll(pattern), ([, match]) => match)
}

/** Whether a name in backticks is a path: it begins with one of our folders or ends like a file. */
function isPath(name) {
  return (
    folders.some(folder => name.startsWith(`${folder}/`)) ||
    (fileEnding.test(name) && !/^(https?:|\/)/.test(name))
  )
}

/** Whether a file has this path, or a path that ends with it. `*` and `<name>` stand for any name. */
function isExisting(path) {
  if (exampleFiles.includes(path)) return true
  const parts = path
    .replace(/\/$/, '')
    .split(/\*|<[a-z]+>/)
    .map(part => part.replace(/[.+()[\]{}|\\^$?]/g, '\\$&'))
  const begin = folders.some(folder => path.startsWith(`${folder}/`)) ? '^' : '(^|/)'
  const pattern = new RegExp(`${begin}${parts.join('[^/]*')}$`)
  return files.some(file => pattern.test(file))
}
