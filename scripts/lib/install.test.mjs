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

describe('installCommand', () => {
  test.each([
    ['installs runtime packages for a start in a new clone', undefined, toRun, ['ci', '--omit=dev']],
    ['installs everything for tests in a new clone', undefined, toTest, ['ci', '--include=dev']],
    ['installs nothing for a second start', app, toRun, undefined],
    ['installs nothing for a start after tests', { ...app, ...tools, ...typesOfApp }, toRun, undefined],
    ['installs nothing for tests after tests', { ...app, ...tools, ...typesOfApp }, toTest, undefined],
    [
      'adds development packages for tests after a start',
      app,
      toTest,
      ['install', '--no-save', '--include=dev'],
    ],
    [
      'adds packages for tests that are optional at run time',
      { ...app, ...tools },
      toTest,
      ['install', '--no-save', '--include=dev'],
    ],
    [
      'adds new packages of the lock file for a start',
      typesOfApp,
      toRun,
      ['install', '--no-save', '--omit=dev'],
    ],
    [
      'keeps development packages while adding others',
      tools,
      toRun,
      ['install', '--no-save', '--include=dev'],
    ],
    ['reinstalls runtime packages after a version change', older, toRun, ['ci', '--omit=dev']],
    [
      'reinstalls development packages too after a version change',
      { ...older, ...tools },
      toRun,
      ['ci', '--include=dev'],
    ],
    [
      'reinstalls after a package left the lock file',
      { ...app, 'node_modules/gone': { version: '1.0.0' } },
      toRun,
      ['ci', '--omit=dev'],
    ],
  ])('%s', (_, installed, purpose, command) => {
    expect(installCommand(locked, installed, purpose)).toEqual(command)
  })
})

test('every package in the lock file has a checksum', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // The project itself, and its workspace.
  const isOwn = (path, { link }) => link || !path.includes('node_modules/')
  const unchecked = Object.entries(packages).filter(
    ([path, entry]) => !isOwn(path, entry) && !entry.integrity,
  )
  expect(unchecked).toEqual([])
})
