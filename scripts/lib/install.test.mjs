import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installCommand } from './install.mjs'
import { root } from './project.mjs'

const project = { '': { version: '1.0.0' } }
const app = { 'node_modules/express': { version: '5.0.0' } }
const tools = { 'node_modules/vitest': { version: '4.0.0', dev: true } }
const typesOfApp = { 'node_modules/@types/react': { version: '19.0.0', devOptional: true } }
const otherSystem = { 'node_modules/engine-darwin': { version: '1.0.0', optional: true } }
const locked = { ...project, ...app, ...tools, ...typesOfApp, ...otherSystem }
const older = { 'node_modules/express': { version: '4.0.0' } }

const toRun = { dev: false }
const toTest = { dev: true }

describe('what is installed', () => {
  test.each([
    ['for a start in a bare clone, what runs', undefined, toRun, ['ci', '--omit=dev']],
    ['for tests in a bare clone, everything', undefined, toTest, ['ci', '--include=dev']],
    ['for a start after a start, nothing', app, toRun, undefined],
    ['for a start after tests, nothing', { ...app, ...tools, ...typesOfApp }, toRun, undefined],
    ['for tests after tests, nothing', { ...app, ...tools, ...typesOfApp }, toTest, undefined],
    ['for tests after a start, the rest', app, toTest, ['install', '--no-save', '--include=dev']],
    [
      'for tests, what is optional without them',
      { ...app, ...tools },
      toTest,
      ['install', '--no-save', '--include=dev'],
    ],
    [
      'for a start, what has come to the lock file',
      typesOfApp,
      toRun,
      ['install', '--no-save', '--omit=dev'],
    ],
    ['beside development packages, those too', tools, toRun, ['install', '--no-save', '--include=dev']],
    ['in place of another version, everything that runs', older, toRun, ['ci', '--omit=dev']],
    [
      'in place of another version, with the development packages that were there',
      { ...older, ...tools },
      toRun,
      ['ci', '--include=dev'],
    ],
    [
      'in place of what is no longer locked, everything that runs',
      { ...app, 'node_modules/gone': { version: '1.0.0' } },
      toRun,
      ['ci', '--omit=dev'],
    ],
  ])('%s', (_, installed, purpose, command) => {
    expect(installCommand(locked, installed, purpose)).toEqual(command)
  })
})

test('every package is locked to a checksum', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  expect(unchecked).toEqual([])
})
